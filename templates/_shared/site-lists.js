"use strict";
// The army lists that this browser keeps.
