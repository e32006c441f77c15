// A room's questions: the page asks every second whether anything has changed, and then comes anew.
// Nothing is remembered: to ask is to reconnect.

const MOST_DOUBLED = 4;
let [failed, timer] = [0, 0];

const place = () => document.querySelector("[data-live]");

async function ask() {
  clearTimeout(timer);
  const at = place();
  if (!at) return;
  if (!document.hidden) {
    try {
      const known = { "If-None-Match": `"${at.dataset.version}"` };
      const answer = await fetch(at.dataset.live, { headers: known, cache: "no-store", signal: AbortSignal.timeout(5000) });
      if (answer.status === 404) window.location.assign(at.dataset.gone);
      else if (answer.ok) await come(await answer.json());
      failed = answer.ok || answer.status === 304 ? 0 : failed + 1;
    } catch {
      failed += 1;
    }
  }
  const pace = Number(place()?.dataset.pace || 1) * 2 ** Math.min(failed, MOST_DOUBLED);
  timer = setTimeout(ask, 1000 * pace * (0.8 + 0.4 * Math.random()));
}

async function come({ version }) {
  // What has been answered meanwhile has brought it already; a form is not taken from under a hand.
  if (version === place()?.dataset.version || document.querySelector(".htmx-request")) return;
  if (document.activeElement?.matches("#address")) return;
  await window.htmx.ajax("GET", window.location.pathname, { target: "#exercise", swap: "outerHTML" });
}

document.addEventListener("visibilitychange", ask);
addEventListener("online", ask);
timer = setTimeout(ask, 1000);

// What was asked before somebody pressed, and comes after it, would take it back for a second.
let begun = 0;
const order = new WeakMap();
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.target?.id !== "exercise") return;
  begun += 1;
  order.set(detail.xhr, begun);
});

// What is unfolded stays so.
let unfolded = [];
document.addEventListener("htmx:afterSwap", () => {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
});

// What came too late is told of where the form stood.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  unfolded = [...document.querySelectorAll("details[id][open]")].map((one) => one.id);
  if (order.get(detail.xhr) < begun) detail.shouldSwap = false;
  else if (detail.xhr.status === 409) detail.shouldSwap = true;
});
