"use strict";
// What the pages that ask the engine show alike.
