"use strict";
(() => {
  const main = document.getElementById("faces"), state = document.getElementById("state");
  const form = document.getElementById("choices"), find = document.getElementById("find");
  const zoom = document.getElementById("zoom"), faulty = document.getElementById("faulty");

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const sift = () => {
    const wanted = plain(find.value.trim());
    for (const face of main.children) {
      const title = plain(face.querySelector("h2").textContent);
      face.hidden = !title.includes(wanted) || (faulty.checked && !face.querySelector(".problems"));
    }
  };

  const put = (news, first) => {
    if (state.innerHTML !== news.state) state.innerHTML = news.state;
    const known = new Map([...main.children].map((face) => [face.id, face]));
    let before = null;
    for (const one of news.faces) {
      let face = known.get(one.slot);
      known.delete(one.slot);
      if (!face) {
        face = document.createElement("article");
        face.id = one.slot;
      }
      if (face.dataset.stamp !== one.stamp) {
        const was = [...face.querySelectorAll("img")].map((img) => img.src).join();
        face.innerHTML = one.html;
        face.dataset.stamp = one.stamp;
        const now = [...face.querySelectorAll("img")].map((img) => img.src).join();
        if (!first && was && was !== now) {
          face.classList.add("changed");
          setTimeout(() => face.classList.remove("changed"), 2500);
        }
      }
      const place = before ? before.nextSibling : main.firstChild;
      if (place !== face) main.insertBefore(face, place);
      before = face;
    }
    known.forEach((face) => face.remove());
    sift();
  };

  const listen = async () => {
    let since = "", first = true;
    for (;;) {
      try {
        const query = new URLSearchParams(new FormData(form));
        query.set("since", since);
        const answer = await fetch("/news?" + query);
        if (!answer.ok) throw new Error(await answer.text());
        const news = await answer.json();
        put(news, first);
        first = false;
        since = news.version;
      } catch (fault) {
        state.textContent = fault instanceof TypeError ? state.dataset.lost : fault.message;
        await new Promise((wake) => setTimeout(wake, 2000));
      }
    }
  };

  form.querySelector("button").hidden = true;
  form.addEventListener("change", (event) => { if (event.target.matches("select")) form.submit(); });
  form.addEventListener("submit", (event) => { if (document.activeElement === find) event.preventDefault(); });
  find.addEventListener("input", sift);
  faulty.addEventListener("change", sift);
  const enlarge = () => document.documentElement.style.setProperty("--zoom", zoom.value);
  zoom.addEventListener("input", () => { localStorage.setItem("zoom", zoom.value); enlarge(); });
  zoom.value = localStorage.getItem("zoom") || zoom.value;
  enlarge();
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select")) { event.preventDefault(); find.focus(); }
    if (event.key === "Escape" && event.target === find) { find.value = ""; sift(); main.focus(); }
  });
  listen();
})();
