// What a page can do only with a script: move the focus to what has just come or say it, say that
// something did not get through, let single keys press cards, and have what was read kept for when
// there is no network. Everything works without it.
"use strict";

const DIGITS = "1234567890qw";
const LETTERS = "abcdefgh";

const news = () => document.getElementById("news");

// Browsers keep different things in place when something is swapped.
let stood = 0;
document.addEventListener("htmx:beforeSwap", () => { stood = window.scrollY; });

// A short verdict makes a short page, which cannot be scrolled as far: it is kept as long as it was.
const standAt = (swapped, place) => {
  window.scrollTo(0, place);
  const missing = place - window.scrollY;
  if (missing <= 0) return;
  keepLong(`${swapped.offsetHeight + missing}px`);
  window.scrollTo(0, place);
};
// At the root, for htmx hands the styles of what it swaps on, and the policy refuses them.
const keepLong = (length) => document.documentElement.style.setProperty("--stood", length);

// What is said covers what it is about: that goes up as far as it can, and no further than needed.
const MARKS = ["tag", "--legal", "--missing", "--wrong", "--right"].map((one) => `[class*="${one}"]`);
const showTable = (dock) => {
  const table = dock.closest(".exercise")?.querySelector(".exercise__table");
  if (!table) return;
  const [said, felt] = [dock, table].map((one) => one.getBoundingClientRect());
  if (said.left >= felt.right) return;
  const boxes = (found) => [...table.querySelectorAll(found)].map((one) => one.getBoundingClientRect());
  const marks = boxes(MARKS);
  const highest = Math.max(felt.top, Math.min(...marks.map((one) => one.top)) - 8);
  const end = Math.max(...[...boxes(":scope > *"), ...marks].map((one) => one.bottom));
  window.scrollBy(0, Math.max(0, Math.min(marks.length ? highest : felt.top, end + 4 - said.top)));
};
const showLine = (line, dock) => {
  const [at, asked] = [line, dock].map((one) => one.getBoundingClientRect());
  if (asked.left >= at.right) line.scrollIntoView({ block: "nearest" });
  else window.scrollBy(0, Math.max(0, at.bottom + 8 - asked.top));
};
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".dock__read > details")) showTable(target.closest(".dock"));
}, true);

document.addEventListener("htmx:afterSettle", (event) => {
  const swapped = event.detail.elt;
  const goal = swapped.querySelector("[data-focus]");
  const said = swapped.querySelector("[data-say]");
  if (said && goal && goal.id !== "verdict") news().textContent = said.textContent;
  keepLong("0px");
  if (goal) {
    // What is docked is in sight, and the table stands still.
    goal.focus({ preventScroll: true });
    const dock = goal.closest(".dock");
    // A slip grows and shrinks with its lines: as much of what is above as there is room for.
    const isPage = swapped.matches(".sr + *");
    const isWritten = isPage && swapped.querySelector(".slip__entry");
    if (dock || (isPage && goal.matches("fieldset"))) {
      standAt(swapped, stood);
      // The table is where one goes on: from the foot of a small phone it comes down.
      if (!dock && goal.getBoundingClientRect().top < 0) goal.scrollIntoView();
    } else if (isWritten) {
      window.scrollTo(0, 0);
      showLine(goal, swapped.querySelector(".dock"));
    } else goal.scrollIntoView({ block: "nearest" });
    // Where it is a page's guest, there may be much above it.
    if (dock && !isPage) showTable(dock);
  } else if (said) {
    // What is the same as before need not be heard again.
    if (news().textContent !== said.textContent) news().textContent = said.textContent;
    // The step before was longer, and what is new would be out of sight.
    if (said.getBoundingClientRect().top < 0) swapped.scrollIntoView({ block: "start" });
  }
});

// The address has changed without a new page: the other languages are now at others, too.
document.addEventListener("htmx:pushedIntoHistory", (event) => {
  for (const link of document.querySelectorAll("[data-other-language]")) {
    link.href = event.detail.path.replace(/^\/[^/]+\//, `/${link.hreflang}/`);
  }
});

// Who went back once more while this page came is at an address that htmx was too late to hear of.
document.addEventListener("DOMContentLoaded", () => {
  const [came] = performance.getEntriesByType("navigation");
  const [loaded, now] = [came.name, window.location.href].map((url) => url.split("#")[0]);
  if (came.type !== "navigate" && loaded !== now) window.location.reload();
});

// Who goes on to a second page of ours may come back without a network; who wants to be forgotten,
// here too.
addEventListener("load", async () => {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  if (document.querySelector("[data-forget]")) {
    const [names, known] = await Promise.all([caches.keys(), workers.getRegistrations()]);
    await Promise.all([...names.map((one) => caches.delete(one)), ...known.map((one) => one.unregister())]);
  } else if (document.referrer.startsWith(window.location.origin)) {
    await workers.register("/worker.js");
  }
});

// Deck, theme or keys have been set: the page changes where it stands.
document.addEventListener("preferences", (event) => {
  const { deck, theme, marks, keys, size } = event.detail;
  Object.assign(document.documentElement.dataset, { deck, theme, marks, keys, size });
});

// The sentence beside whatever has asked: the exercise, the replay, the buttons of the footer.
function troubleBeside(event) {
  const place = event.detail.elt.closest("#exercise, #replay, #pad, .footer");
  return place && place.querySelector("[data-trouble]");
}

function showTrouble(event) {
  const trouble = troubleBeside(event);
  if (!trouble) return;
  trouble.hidden = false;
  news().textContent = trouble.textContent;
}

document.addEventListener("htmx:responseError", showTrouble);
document.addEventListener("htmx:sendError", showTrouble);
document.addEventListener("htmx:timeout", showTrouble);
document.addEventListener("htmx:beforeRequest", (event) => {
  const trouble = troubleBeside(event);
  if (trouble) trouble.hidden = true;
  news().textContent = "";
});

// The button for a file is ours, so its name stands beside it; a browser may keep one on the way back.
const nameFile = (input) => {
  const name = input.parentElement.querySelector(".file__name");
  if (name) name.textContent = input.files[0] ? input.files[0].name : "";
};
document.addEventListener("change", (event) => {
  if (event.target.type === "file") nameFile(event.target);
});
addEventListener("pageshow", () => document.querySelectorAll(".file > input").forEach(nameFile));

// A link that is there to be copied: where the browser lets us, it is; else it is a link.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-copy]");
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  navigator.clipboard.writeText(link.href).then(() => {
    news().textContent = link.dataset.copy;
    link.textContent = link.dataset.copy;
  }, () => { window.location.href = link.href; });
});

function controlFor(key) {
  if (key === "n") return document.querySelector("[data-next]");
  const place = DIGITS.indexOf(key);
  const cards = document.querySelectorAll("[data-press=card]");
  if (place >= 0) return (cards.length ? cards : document.querySelectorAll("[data-press]"))[place];
  const option = LETTERS.indexOf(key);
  return option >= 0 ? document.querySelectorAll("[data-press=option]")[option] : undefined;
}

// Links that say which keys they answer to: the ways through a game.
function linkFor(event) {
  const keys = (event.shiftKey ? "Shift+" : "") + (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  return document.querySelector(`[aria-keyshortcuts="${CSS.escape(keys)}"]`);
}

document.addEventListener("keydown", (event) => {
  if (document.documentElement.dataset.keys === "off") return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select")) return;
  if (event.key.startsWith("Arrow") && event.target.closest("input, [tabindex='0']")) return;
  const control = linkFor(event) || (event.key.length === 1 && controlFor(event.key.toLowerCase()));
  if (!control) return;
  event.preventDefault();
  control.focus({ preventScroll: true });
  control.click();
});
