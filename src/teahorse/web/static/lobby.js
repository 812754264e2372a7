// The list of open tables stays up to date while one looks at it.

const EVERY = 3000; // milliseconds

async function refresh() {
  if (document.hidden) return;
  const response = await fetch("/lobby?part=1").catch(() => null);
  if (!response?.ok) return;
  const list = document.getElementById("open-tables");
  await htmx.swap({ text: await response.text(), target: list, swap: "outerMorph", sourceElement: list });
}

document.addEventListener("visibilitychange", refresh);
setInterval(refresh, EVERY);
