/* Adds filters to the list of cases. Everything on the page is readable without it. */
"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const chunks = [...document.querySelectorAll("#list .chunk")].map(box => ({
    box,
    items: [...box.children].map(item => ({item, category: item.dataset.category, effects: item.dataset.effects.split(" "), words: null})),
  }));
  const total = chunks.reduce((n, c) => n + c.items.length, 0);
  const shown = document.getElementById("shown");
  const field = name => form.elements[name]?.value ?? "";

  // The words to search are read on first use only: most readers never search.
  const wordsOf = x => x.words ??= (x.item.id + " " + x.item.querySelector(".t").textContent).toLowerCase();

  const matches = (x, f) => {
    if (f.category && x.category !== f.category) return false;
    if ((f.effect || f.who) && !x.effects.some(e => {
      const at = e.indexOf(":");
      return (!f.who || e.slice(0, at) === f.who) && (!f.effect || e.slice(at + 1) === f.effect);
    })) return false;
    return f.words.every(w => wordsOf(x).includes(w));
  };

  const apply = () => {
    const f = {category: field("category"), effect: field("effect"), who: field("who"),
      words: field("words").toLowerCase().split(/\s+/).filter(Boolean)};
    let n = 0;
    for (const c of chunks) {
      let here = 0;
      for (const x of c.items) {
        const keep = matches(x, f);
        if (keep) here++;
        if (x.item.hidden === keep) x.item.hidden = !keep;
      }
      c.box.hidden = here === 0;
      n += here;
    }
    shown.textContent = n === total ? `${total} cases` : `${n} of ${total} cases`;
  };

  // Opening thousands at once would only freeze the page.
  const setOpen = open => {
    let left = 500;
    for (const c of chunks) for (const x of c.items) {
      if (x.item.hidden || x.item.open === open) continue;
      if (open && left-- <= 0) { shown.textContent += ", the first 500 of them open"; return; }
      x.item.open = open;
    }
  };

  // A link to a case opens it, and shows it when a filter hides it.
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const item = id.startsWith("case-") && document.getElementById(id);
    if (!item) return;
    if (item.hidden) { form.reset(); apply(); }
    item.open = true;
    item.scrollIntoView();
  };

  let waiting = 0;
  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(apply, 120); });
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", e => { e.preventDefault(); apply(); });
  form.addEventListener("click", e => { const act = e.target.dataset.act; if (act) setOpen(act === "open"); });
  addEventListener("hashchange", follow);
  form.hidden = false;
  apply();
  follow();
})();
