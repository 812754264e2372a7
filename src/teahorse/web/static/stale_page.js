// A page that Back brings from the browser's memory still has the settings of then. It is loaded again if they changed.

window.addEventListener("pageshow", (event) => {
  const [navigation] = performance.getEntriesByType("navigation");
  const isFromHistory = event.persisted || navigation?.type === "back_forward";
  const preferences = sessionStorage.getItem("preferences");
  const isStale = preferences !== null && preferences !== document.documentElement.dataset.preferences;
  if (isFromHistory && isStale) location.reload();
});
