// A game that was written down is kept on the phone until it has arrived: where there is no network
// the table plays on, and each is sent once more, in order, and counts once by its key.
"use strict";

const EVERY = 10000;
const LONGEST = 20000;
let sending = false;

const place = () => document.querySelector("[data-kept]");
const named = (form) => `sheet ${form.dataset.kept}`;

const kept = (form) => JSON.parse(localStorage.getItem(named(form)) || "[]");
const keep = (form, games) => localStorage.setItem(named(form), JSON.stringify(games));

function tell(number) {
  const line = document.getElementById("waiting");
  line.hidden = number === 0;
  line.textContent = number ? `${line.dataset.waiting} ${number}` : "";
}

// As the server draws one; without HTTPS there is no other way to it.
function another() {
  const drawn = crypto.getRandomValues(new Uint8Array(16));
  return [...drawn].map((one) => one.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-kept]") || !document.getElementById("waiting")) return;
  const [url, body] = [form.action, new URLSearchParams(new FormData(form)).toString()];
  try {
    const games = kept(form);
    keep(form, games[0]?.refused ? [{ url, body }, ...games.slice(1)] : [...games, { url, body }]);
  } catch {
    return; // nothing may be kept here: it is sent as any form
  }
  event.preventDefault();
  send();
});

// A game that was refused is left out.
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-drop]") && kept(place())[0]?.refused) keep(place(), kept(place()).slice(1));
});

async function send() {
  const form = place();
  if (!form || sending) return;
  sending = true;
  let answer;
  try {
    for (let games = kept(form); games.length && !games[0].refused; games = kept(form)) {
      const [{ url, body }] = games;
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(LONGEST) });
      if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
      keep(form, answer.ok ? games.slice(1) : [{ url, body, refused: true }, ...games.slice(1)]);
      if (!answer.ok) break;
    }
    if (answer?.ok) window.location.assign(answer.url);
    else if (answer) await refused(answer);
    else tell(0);
  } catch {
    tell(kept(form).length);
    await next(form);
  }
  sending = false;
}

// What was refused stands in the form again, with the reason.
async function refused(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("main").replaceWith(page.getElementById("main"));
  const fault = document.querySelector(".form__error");
  fault?.closest("details")?.setAttribute("open", "");
  fault?.scrollIntoView({ block: "center" });
}

// The form is free for the next game, unless somebody has begun to write it.
async function next(form) {
  const last = kept(form).at(-1);
  if (!last || new URLSearchParams(last.body).get("key") !== form.elements.key.value) return;
  form.reset();
  form.elements.key.value = another();
  form.elements.number.value = Number(form.elements.number.value) + 1;
}

addEventListener("online", send);
setInterval(send, EVERY);
// Whatever was refused before says its reason once more.
if (place()) {
  keep(place(), kept(place()).map(({ url, body }) => ({ url, body })));
  send();
}
