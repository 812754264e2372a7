// Arrow keys on the board: to the nearest spot in that direction.

const AXES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function step(from, key) {
  const [dx, dy] = AXES[key];
  const centre = (spot) => {
    const box = spot.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const spot of document.querySelectorAll("#board [data-spot]")) {
    if (spot === from) continue;
    const [sx, sy] = centre(spot);
    const along = (sx - x) * dx + (sy - y) * dy;
    const across = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (along < 4 || across > along * 2.5) continue;
    const far = along + across * 1.5;
    if (far < least) { least = far; best = spot; }
  }
  best?.focus();
}
