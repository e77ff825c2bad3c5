"use strict";
// The front door says where the reader left off: the list that is being made, and the turn of a battle.
(() => {
  const { $, word, line, lists, here: { edition } } = KD;
  const show = () => {
    const { battle } = KD.store("play-" + edition, 0).value;
    for (const [name, words] of [["army", lists.current?.name], ["play", battle && line(battle.name, word("left-turn", battle))]]) {
      const left = $(`.door[href="${name}.html"] .left`);
      if (!left) continue;
      left.textContent = words;
      left.hidden = !words;
    }
  };
  KD.inEach(show);
  addEventListener("pageshow", show);
  lists.hear(show);
  show();
})();
