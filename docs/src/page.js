"use strict";
// Fields that have all words of the query in their path or description, those whose path fits best first.
function search(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [];
  for (const entry of words.length ? entries : []) {
    let score = 0;
    for (const word of words) {
      const own = entry.name === word ? 8 : entry.name.startsWith(word) ? 6 : entry.name.includes(word) ? 4
        : entry.path.includes(word) ? 2 : entry.text().includes(word) ? 1 : 0;
      if (!own) { score = 0; break; }
      score += own;
    }
    if (score) found.push({ entry, score });
  }
  return found.sort((a, b) => b.score - a.score || a.entry.path.length - b.entry.path.length).map((one) => one.entry);
}
function start() {
  const by = (id) => document.getElementById(id);
  const form = by("_search"), input = by("_query"), list = by("_found"), count = by("_count"), most = 60;
  const fields = Array.from(document.querySelectorAll("details.field"));
  const entries = fields.map((field) => {
    let text;
    const read = () => Array.from(field.querySelectorAll(":scope > .body > .text"), (part) => part.textContent).join(" ");
    return {
      id: field.id,
      path: field.id.toLowerCase(),
      name: field.querySelector(":scope > summary > code").textContent.toLowerCase(),
      text: () => (text ??= read().toLowerCase()),
    };
  });
  const show = () => {
    const found = search(entries, input.value);
    list.replaceChildren(...found.slice(0, most).map((entry) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = "#" + entry.id;
      link.textContent = entry.id;
      item.append(link);
      return item;
    }));
    const more = found.length > most ? ", the first " + most + " of them shown" : "";
    const fit = found.length + (found.length === 1 ? " field" : " fields");
    count.textContent = input.value.trim() ? fit + more : "";
  };
  let here = null;
  const reveal = () => {
    const id = location.hash.slice(1);
    let place = by(id);
    try { place ??= by(decodeURIComponent(id)); } catch { /* no fragment of this page */ }
    if (here) here.classList.remove("here");
    here = place;
    if (!place) return;
    place.classList.add("here");
    for (let around = place; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true;
    place.scrollIntoView();
  };
  const all = (isOpen) => () => fields.forEach((field) => { field.open = isOpen; });
  let waiting;
  input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 80); });
  input.addEventListener("keydown", (event) => { if (event.key === "Escape") { input.value = ""; show(); } });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
    const first = list.querySelector("a");
    if (first) { location.hash = first.hash; first.focus(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
  by("_open").addEventListener("click", all(true));
  by("_close").addEventListener("click", all(false));
  addEventListener("hashchange", reveal);
  form.hidden = false;
  reveal();
}
start();
