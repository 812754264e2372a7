// Registers the service worker, after the page has loaded, so that it delays nothing. Browsers allow it on https and on
// this machine only.

if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  });
}
