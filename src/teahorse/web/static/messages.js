// Notifications in this browser: asks the browser for a subscription, and tells the server of it.

const part = document.getElementById("push");
const state = document.getElementById("push-state");
const onButton = document.getElementById("push-on");
const offButton = document.getElementById("push-off");
const test = document.getElementById("push-test");
const CHANGE = "/settings/messages/change";
/** @type {Record<string, string>} The server's id of each subscription, by the address of the push service. */
const known = JSON.parse(part.dataset.pushes);

function bytes(base64) {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.codePointAt(0));
}

/**
 * Show whether notifications are on.
 * @param {"on" | "off" | "unsupported" | "blocked" | "failed"} name
 * @param {string} [id] The server's id of the subscription, when it is on.
 */
function show(name, id = "") {
  part.dataset.state = name;
  state.textContent = state.dataset[name];
  state.classList.toggle("problem", name === "failed" || name === "blocked");
  onButton.hidden = name !== "off" && name !== "failed";
  offButton.hidden = name !== "on";
  test.hidden = name !== "on";
  test.elements.id.value = id;
}

async function tellServer(subscription) {
  const response = await fetch("/settings/messages/push", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(subscription),
  });
  if (!response.ok) throw new Error(String(response.status));
  const { id } = await response.json();
  known[subscription.endpoint] = id;
  show("on", id);
}

async function switchOn(manager) {
  onButton.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      show(Notification.permission === "denied" ? "blocked" : "off");
      return;
    }
    const options = { userVisibleOnly: true, applicationServerKey: bytes(part.dataset.key) };
    await tellServer((await manager.getSubscription()) ?? (await manager.subscribe(options)));
  } catch {
    show("failed");
  } finally {
    onButton.disabled = false;
  }
}

async function switchOff(manager) {
  const subscription = await manager.getSubscription();
  const id = known[subscription?.endpoint];
  await subscription?.unsubscribe();
  if (id) await fetch(CHANGE, { method: "POST", body: new URLSearchParams({ id, do: "remove" }) });
  show("off");
}

async function start() {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isSupported) {
    show("unsupported");
    return;
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  onButton.addEventListener("click", () => switchOn(pushManager));
  offButton.addEventListener("click", () => switchOff(pushManager));
  const subscription = await pushManager.getSubscription();
  const id = known[subscription?.endpoint];
  if (Notification.permission === "denied") show("blocked");
  else if (id) show("on", id);
  else show("off");
}

await start();
