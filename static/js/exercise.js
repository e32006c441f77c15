// What a page can do only with a script: move the focus to what has just come, say that an answer
// did not get through, and let single keys press cards. Everything works without it.
"use strict";

const DIGITS = "1234567890qw";
const LETTERS = "abcd";

document.addEventListener("htmx:afterSettle", (event) => {
  const swapped = event.detail.elt;
  const goal = swapped.matches("[data-focus]") ? swapped : swapped.querySelector("[data-focus]");
  if (goal) goal.focus();
});

function showTrouble(event) {
  const exercise = event.detail.elt.closest("#exercise, #replay");
  const trouble = exercise && exercise.querySelector("[data-trouble]");
  if (!trouble) return;
  trouble.hidden = false;
  document.getElementById("news").textContent = trouble.textContent;
}

document.addEventListener("htmx:responseError", showTrouble);
document.addEventListener("htmx:sendError", showTrouble);
document.addEventListener("htmx:timeout", showTrouble);
document.addEventListener("htmx:beforeRequest", (event) => {
  const exercise = event.detail.elt.closest("#exercise");
  const trouble = exercise && exercise.querySelector("[data-trouble]");
  if (trouble) trouble.hidden = true;
  document.getElementById("news").textContent = "";
});

function controlFor(key) {
  if (key === "n") return document.querySelector("[data-next]");
  const options = document.querySelectorAll("[data-press]");
  const place = DIGITS.indexOf(key);
  if (place >= 0) return options[place];
  const option = LETTERS.indexOf(key);
  return option >= 0 ? document.querySelectorAll("[data-press=option]")[option] : undefined;
}

document.addEventListener("keydown", (event) => {
  if (document.documentElement.dataset.keys === "off") return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select")) return;
  const control = event.key.length === 1 && controlFor(event.key.toLowerCase());
  if (!control) return;
  event.preventDefault();
  control.click();
});
