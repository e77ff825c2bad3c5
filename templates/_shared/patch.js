"use strict";
// Put items, each an id, a stamp and its HTML, into a box as articles in their order. An article whose stamp is the same
// stays as it is; fill(article, html) sets the others. What is no longer among the items goes.
KD.patch = (box, items, fill) => {
  const known = new Map([...box.children].map((one) => [one.id, one]));
  let before = null;
  for (const { id, stamp, html } of items) {
    const article = known.get(id) || KD.create("article");
    known.delete(id);
    article.id = id;
    if (article.dataset.stamp !== stamp) {
      fill(article, html);
      article.dataset.stamp = stamp;
    }
    const place = before ? before.nextSibling : box.firstChild;
    if (place !== article) box.insertBefore(article, place);
    before = article;
  }
  known.forEach((one) => one.remove());
};
