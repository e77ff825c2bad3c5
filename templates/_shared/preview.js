// The preview in the browser: faces are put in place as they are laid out, found, looked at, and their problems walked.
(() => {
  const { $, $$, plain, create, word } = KD;
  const grid = $("#faces"), state = $("#state"), form = $("#choices"), find = $("#find"), live = $("#live");
  const zoom = $("#zoom"), faulty = $("#faulty"), walk = $("#walk"), count = $("#count");
  const root = document.documentElement;

  const sift = () => {
    const wanted = plain(find.value);
    for (const face of grid.children) {
      const title = plain($("h2", face).textContent);
      face.hidden = !title.includes(wanted) || (faulty.checked && !$(".problems", face));
    }
  };

  // The problems of all faces in one list; each leads to its face, and its place can be copied.
  let at = -1;
  const list = () => {
    const told = $$("#faces .problems li").map((problem) => {
      const face = problem.closest("article"), entry = create("li"), link = create("a", "", $("h2", face).textContent);
      link.href = "#" + face.id;
      const place = problem.textContent.match(/^.+?:\d+(:\d+)?(?=: )/);
      entry.append(link, create("span", "", problem.textContent.slice(place ? place[0].length + 1 : 0).trim()));
      if (place) {
        const copy = create("button", "", place[0]);
        copy.type = "button";
        copy.title = word("copy");
        copy.addEventListener("click", () => KD.copy(place[0]));
        entry.append(copy);
        const { editor, folder } = document.body.dataset;
        if (editor) {
          const [, file, line, column] = place[0].match(/^(.+?):(\d+)(?::(\d+))?$/), open = create("a", "open", word("open"));
          const whole = /^(\/|[A-Za-z]:)/.test(file) ? file : `${folder}/${file}`;
          const path = "/" + encodeURI(whole).replace(/^\/+/, "").replace(/[?#]/g, encodeURIComponent);
          const values = { "{file}": path, "{line}": line, "{column}": column || 1 };
          open.href = editor.replace(/\{(file|line|column)\}/g, (name) => values[name]);
          entry.append(open);
        }
      }
      return entry;
    });
    walk.replaceChildren(...told);
    const all = told.length + $$(".problems li", state).length;
    count.textContent = all;
    count.hidden = !all;
    $("#keys").hidden = !told.length;
    at = -1;
  };
  const step = (by) => {
    const all = [...walk.children];
    if (!all.length) return;
    at = at < 0 && by < 0 ? all.length - 1 : (at + by + all.length) % all.length;
    for (const one of $$("#faces .on")) one.classList.remove("on");
    all.forEach((one, i) => one.classList.toggle("on", i === at));
    const link = $("a", all[at]), face = document.getElementById(link.hash.slice(1));
    if (!$("#look").hidden) $("#look-close").click();
    link.focus();
    face.hidden = false;
    face.classList.add("on");
    face.scrollIntoView({ block: "center" });
  };

  const put = (news, first) => {
    if (state.innerHTML !== news.state) state.innerHTML = news.state;
    KD.patch(grid, news.faces, (face, html) => {
      const was = $$("img", face).map((img) => img.src).join();
      face.innerHTML = html;
      const now = $$("img", face).map((img) => img.src).join();
      if (!first && was && was !== now) {
        face.classList.add("changed");
        setTimeout(() => face.classList.remove("changed"), 2500);
      }
    });
    sift();
    list();
    document.dispatchEvent(new CustomEvent("faces"));
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
        live.classList.remove("off");
        first = false;
        since = news.version;
      } catch (fault) {
        live.classList.add("off");
        state.textContent = fault instanceof TypeError ? live.dataset.lost : fault.message;
        await new Promise((wake) => setTimeout(wake, 2000));
      }
    }
  };

  $("button", form).hidden = true;
  if (matchMedia("(max-width: 69.99rem)").matches) $("#rail").open = false;
  form.addEventListener("change", () => form.submit());
  find.addEventListener("input", sift);
  faulty.addEventListener("change", sift);
  const enlarge = () => root.style.setProperty("--zoom", grid.classList.contains("real") ? 1 : zoom.value);
  zoom.addEventListener("input", () => { KD.kept("zoom", zoom.value); enlarge(); });
  zoom.value = KD.kept("zoom") || zoom.value;
  enlarge();

  // Overlays by button, or by their numbers.
  const overlays = $$("[data-overlay]");
  const lay = (button) => {
    const on = grid.classList.toggle(button.dataset.overlay);
    button.setAttribute("aria-pressed", String(on));
    enlarge();
  };
  for (const one of overlays) one.addEventListener("click", () => lay(one));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === find) { find.value = ""; sift(); $("#main").focus(); }
    if (event.target.matches("input:not([type=checkbox], [type=range]), select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
    else if (overlays[Number(event.key) - 1]) lay(overlays[Number(event.key) - 1]);
  });
  list();
  listen();
})();
