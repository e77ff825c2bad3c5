"use strict";
// The front door of several editions: the list of an address is shown by the edition that it is of.
(() => {
  const { $, word, lists } = KD;
  let why = "";
  const show = () => { const told = $("#told"); told.textContent = word(why); told.hidden = !why; };
  const follow = async () => {
    const address = location.hash;
    why = "";
    show();
    if (!address.startsWith("#/army/")) return;
    try {
      const { edition } = await lists.unpack(address), door = $(`.door[data-army][href="${CSS.escape(edition)}/index.html"]`);
      if (!door) throw new Error("other-edition");
      location.replace(door.href.replace(/index\.html$/, "army.html") + address);
    } catch (fault) {
      why = fault.message;
      show();
    }
  };
  KD.inEach(show);
  onhashchange = follow;
  follow();
})();
