"use strict";
// The engine: it is started beside the page, and asked.
