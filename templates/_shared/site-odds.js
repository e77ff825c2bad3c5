"use strict";
// The odds of an attack.
