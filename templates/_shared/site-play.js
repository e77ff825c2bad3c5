"use strict";
// A battle at the table.
