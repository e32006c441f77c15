// A passkey: made for an account, or asked for instead of its password. What the device answers goes
// into a form as any other.
"use strict";

const has = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON && isSecureContext;

// What the device is to do, for a key to be made against the password.
async function task(form, makes) {
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "ask");
  const asked = makes ? { method: "POST", body } : { headers: { Accept: "application/json" } };
  const answer = await fetch(form.action, asked);
  const told = await answer.json();
  if (told.fault) throw Object.assign(new Error(told.fault), { isOurs: true });
  return told;
}

async function signed(form) {
  const makes = form.dataset.passkey === "create";
  const told = await task(form, makes);
  if (makes) {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(told.creation_options.publicKey);
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(told.request_options.publicKey);
  return navigator.credentials.get({ publicKey });
}

// Whose it is what the browser has kept is chosen in the form beside.
function isChosen(form) {
  const choice = document.querySelector("form:not([data-passkey]) [name=whose]");
  if (!choice || form.dataset.passkey === "create") return true;
  const chosen = document.querySelector("[name=whose]:checked");
  if (!chosen) return choice.reportValidity();
  const kept = form.elements.whose ?? form.appendChild(document.createElement("input"));
  Object.assign(kept, { type: "hidden", name: "whose", value: chosen.value });
  return true;
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  form.hidden = !has;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!isChosen(form)) return;
    const fault = form.querySelector("[role=alert]");
    fault.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(await signed(form));
      form.submit();
    } catch (error) {
      fault.textContent = error.isOurs ? error.message : form.dataset.refused;
      fault.hidden = false;
    }
  });
}
for (const told of document.querySelectorAll("[data-without]")) told.hidden = Boolean(has);
