"use strict";
// Search as one types: every word has to be there, with or without its accents; names go first.
(function () {
  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/\s+/g, " ").trim();
  }
  var many = 12;
  var input = document.getElementById("words"), list = document.getElementById("found");
  var count = document.getElementById("count");
  var sections = Array.prototype.slice.call(document.querySelectorAll("main section"));
  var records = Array.prototype.map.call(document.querySelectorAll("article"), function (article) {
    var head = article.querySelector("h3");
    return {
      article: article, title: head.textContent.trim(), name: plain(head.textContent), text: plain(article.textContent),
      chapter: article.parentNode.querySelector("h2").textContent
    };
  });
  function rank(record, asked) {
    return record.name === asked ? 0 : record.name.indexOf(asked) === 0 ? 1 : record.name.indexOf(asked) > 0 ? 2 : 3;
  }
  function search() {
    var asked = plain(input.value), words = asked ? asked.split(" ") : [];
    var found = records.filter(function (record) {
      var fits = words.every(function (word) { return record.text.indexOf(word) >= 0; });
      record.article.hidden = !fits;
      return fits;
    });
    sections.forEach(function (section) {
      section.hidden = !section.querySelector("article:not([hidden])");
      // The contents are those of what is left.
      document.querySelector('nav a[href="#' + section.id + '"]').parentNode.hidden = section.hidden;
    });
    document.querySelector("nav").hidden = !found.length;
    list.textContent = "";
    count.textContent = !asked ? "" : found.length ? count.dataset.some + " " + found.length : count.dataset.none;
    if (!asked) { return; }
    found.map(function (record, i) { return { record: record, rank: rank(record, asked), place: i }; })
      .sort(function (a, b) { return a.rank - b.rank || a.place - b.place; }).slice(0, many)
      .forEach(function (entry) {
        var item = document.createElement("li"), link = document.createElement("a"), where = document.createElement("small");
        link.href = "#" + entry.record.article.id;
        link.textContent = entry.record.title + " ";
        where.textContent = entry.record.chapter;
        link.appendChild(where);
        item.appendChild(link);
        list.appendChild(item);
      });
  }
  function show() {
    input.value = "";
    search();
  }
  // A link leads to what the search may have hidden.
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest('a[href^="#"]');
    if (link && input.value) { show(); }
  });
  document.getElementById("search").addEventListener("submit", function (event) {
    event.preventDefault();
    var first = list.querySelector("a");
    if (first) { first.click(); }
  });
  document.addEventListener("keydown", function (event) {
    var links = Array.prototype.slice.call(list.querySelectorAll("a"));
    var at = links.indexOf(document.activeElement);
    var inside = at >= 0 || document.activeElement === input;
    if (event.key === "/" && !inside) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.key === "Escape" && inside) {
      show();
      input.focus();
    } else if (inside && links.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      var next = at + (event.key === "ArrowDown" ? 1 : -1);
      (next < 0 ? input : links[Math.min(next, links.length - 1)]).focus();
    }
  });
  input.addEventListener("input", search);
  if (input.value) { search(); }
})();
