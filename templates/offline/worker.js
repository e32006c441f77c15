// Keeps what was read, and what is looked up at the table, for when there is no network. The network
// comes first, always: nothing kept is shown while there is one.
"use strict";

const KEPT = {{ told|safe }};
const PAGES = "pages";
const FILES = "files";
const DAY = 24 * 60 * 60 * 1000;
const REFRESHED = 7 * DAY;
const LASTS = KEPT.days * DAY;
const MOST = 150;

const ageOf = (response) => Date.now() - Date.parse(response.headers.get("Date"));
const languageOf = (path) =>
  [path.split("/")[1], ...navigator.languages.map((one) => one.slice(0, 2))]
    .find((one) => KEPT.languages.includes(one)) || KEPT.languages[0];

const keep = async (path, response) => {
  if (!response.ok || !response.headers.has(KEPT.header)) return;
  const copy = response.clone();
  const pages = await caches.open(PAGES);
  await pages.delete(path);
  await pages.put(path, copy);
  // The oldest come first.
  const kept = await pages.keys();
  await Promise.all(kept.map(async (one, place) => {
    const isOld = ageOf(await pages.match(one)) > LASTS;
    if (isOld || kept.length - place > MOST) await pages.delete(one);
  }));
};

const keepLookedUp = async (language) => {
  const pages = await caches.open(PAGES);
  await Promise.allSettled(KEPT.looked_up[language].map(async (path) => {
    const kept = await pages.match(path);
    if (!kept || ageOf(kept) > REFRESHED) await keep(path, await fetch(path));
  }));
};

addEventListener("install", (event) => event.waitUntil((async () => {
  const files = await caches.open(FILES);
  await files.addAll([...KEPT.files, ...Object.values(KEPT.offline)]);
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  await clients.claim();
  // Whoever is here has read these without us.
  for (const { url } of await clients.matchAll({ type: "window" })) {
    const { pathname, search } = new URL(url);
    if (!search) await keep(pathname, await fetch(pathname));
    await keepLookedUp(languageOf(pathname));
  }
  const files = await caches.open(FILES);
  for (const one of await files.keys()) {
    const isNeeded = [...KEPT.files, ...Object.values(KEPT.offline)].includes(new URL(one.url).pathname);
    if (!isNeeded && ageOf(await files.match(one)) > LASTS) await files.delete(one);
  }
})()));

const file = async (request) => {
  const files = await caches.open(FILES);
  try {
    const response = await fetch(request);
    if (response.ok && !(await files.match(request))) await files.put(request, response.clone());
    return response;
  } catch (error) {
    return (await files.match(request, { ignoreVary: true })) || Promise.reject(error);
  }
};

const shown = (text, response) => new Response(text, {
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": response.headers.get("Content-Security-Policy"),
  },
});

const withoutNetwork = async (path) => {
  const pages = await caches.open(PAGES);
  const read = await pages.match(path, { ignoreVary: true });
  if (read) return shown((await read.text()).replace("<html ", "<html data-offline "), read);
  const language = languageOf(path);
  const page = await (await caches.open(FILES)).match(KEPT.offline[language], { ignoreVary: true });
  const rows = [];
  for (const { url } of await pages.keys()) {
    const { pathname } = new URL(url);
    if (languageOf(pathname) !== language) continue;
    const [, title] = (await (await pages.match(url)).text()).match(/<title>([^<]*)<\/title>/);
    rows.push([title.replace(/ – Karlchen$/, ""), pathname]);
  }
  rows.sort(([one], [other]) => one.localeCompare(other, language));
  const row = (words, written) => rows.map(([title, path]) =>
    written.replace("HERE", () => path).replace("TITLE", () => title)).join("");
  return shown((await page.text()).replace(/<!--each:(.*?)-->/s, row), page);
};

const page = async (event, { pathname, search }) => {
  let response;
  try {
    response = await fetch(event.request);
  } catch {
    return withoutNetwork(pathname);
  }
  if (!search) event.waitUntil(keep(pathname, response));
  event.waitUntil(keepLookedUp(languageOf(pathname)));
  return response;
};

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("{{ static_url }}")) {
    event.respondWith(file(event.request));
  } else if (event.request.mode === "navigate") {
    event.respondWith(page(event, url));
  }
});
