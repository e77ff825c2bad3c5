"use strict";
// From the page of one rule to that rule among all others.
location.replace(document.currentScript.dataset.to);
