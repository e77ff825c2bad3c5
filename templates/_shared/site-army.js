"use strict";
// The army builder.
