// A page that Back brings from the browser's memory still has the language and theme of then. It is loaded again if they
// changed.

const KEY = "preferences";
const { preferences } = document.documentElement.dataset;

window.addEventListener("pageshow", (event) => {
  const [navigation] = performance.getEntriesByType("navigation");
  const isFromHistory = event.persisted || navigation?.type === "back_forward";
  if (!isFromHistory) sessionStorage.setItem(KEY, preferences);
  else if ((sessionStorage.getItem(KEY) ?? preferences) !== preferences) location.reload();
});
