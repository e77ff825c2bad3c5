"use strict";
// The front door says where the reader left off: the list that is being made, and the turn of a battle.
(() => {
  const { $, $$, word, create } = KD, { edition } = KD.here;
  const left = () => {
    const list = KD.lists.current, { battle } = KD.store("play-" + edition, 0).value;
    return {
      army: list && list.name,
      play: battle && [battle.name, word("left-turn", battle)].filter(Boolean).join(" · "),
    };
  };
  const show = () => {
    for (const [name, words] of Object.entries(left())) {
      const door = $(`.door[href="${name}.html"]`);
      if (!door) continue;
      for (const one of $$(".left", door)) one.remove();
      door.classList.toggle("begun", !!words);
      if (words) $("b", door).after(create("span", "left", words));
    }
  };
  KD.inEach(show);
  addEventListener("pageshow", show);
  KD.lists.hear(show);
  show();
})();
