// Sounds of the table, synthesised: wood for pieces, metal for coins, a gong for the inspector, a bell for your turn. They are
// off until the player turns the volume up in the menu, and the volume is remembered.

const A_YEAR = 365 * 24 * 3600;
const LOUDEST = 0.5; // of what the device can do
const SILENT = 0.0001; // an exponential ramp can't end at 0
const MOST_COINS = 4; // that are heard

/** @type {AudioContext | null} Made when the player first asks for sounds. */
let context = null;
/** @type {GainNode | null} */
let output = null;
let volume = Number(document.body.dataset.sound ?? 0) / 100;
let wasYourTurn = isYourTurn();

function isYourTurn() {
  return document.getElementById("table").classList.contains("yours");
}

// Browsers start audio only after a click or key.
function wakeUp() {
  if (volume === 0) return;
  if (!context) {
    context = new AudioContext();
    output = context.createGain();
    output.connect(context.destination);
    setVolume(volume);
  }
  if (context.state === "suspended") context.resume();
}

function setVolume(wanted) {
  volume = wanted;
  if (output) output.gain.value = LOUDEST * volume * volume; // ears hear loudness that way
}

function fading(strength, start, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(strength, start);
  gain.gain.exponentialRampToValueAtTime(SILENT, start + length);
  gain.connect(output);
  return gain;
}

// A tone that fades; `to` is the pitch at its end.
function tone({ pitch, to = pitch, after = 0, length = 0.2, strength = 0.5, type = "sine" }) {
  const start = context.currentTime + after;
  const source = new OscillatorNode(context, { type, frequency: pitch });
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(fading(strength, start, length));
  source.start(start);
  source.stop(start + length);
}

// A short burst of noise around a pitch.
function burst({ pitch, after = 0, length = 0.04, strength = 0.6 }) {
  const start = context.currentTime + after;
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  buffer.copyToChannel(
    Float32Array.from({ length: frames }, () => Math.random() * 2 - 1),
    0,
  );
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 3 });
  source.connect(filter).connect(fading(strength, start, length));
  source.start(start);
}

function knock(after = 0, pitch = 190) {
  burst({ pitch: pitch * 5, after });
  tone({ pitch, to: pitch * 0.6, after, length: 0.11, strength: 0.7, type: "triangle" });
}

function chord(pitches, { length, strength = 0.3, apart = 0 }) {
  for (const [number, pitch] of pitches.entries()) {
    tone({
      pitch,
      after: apart * number,
      length: length / (1 + number * 0.3),
      strength: strength / (1 + number * 0.5),
    });
  }
}

const SOUNDS = {
  piece: () => knock(),
  steps: () => [0, 0.13, 0.26].forEach((after) => knock(after, 240)),
  building: () => [0, 0.16].forEach((after) => knock(after, 130)),
  coins: (amount = 1) => {
    for (let coin = 0; coin < Math.min(MOST_COINS, amount); coin += 1) {
      tone({ pitch: 2350 + 260 * (coin % 2), after: 0.07 * coin, length: 0.22, strength: 0.22 });
    }
  },
  outbid: () => {
    knock(0, 150);
    tone({ pitch: 330, to: 210, after: 0.08, length: 0.28, strength: 0.3, type: "triangle" });
  },
  gong: () => chord([98, 147, 233, 331], { length: 1.6 }),
  present: () => chord([659, 880], { length: 0.4, apart: 0.09 }),
  bell: () => chord([587, 880, 1175], { length: 0.9, apart: 0.02 }),
  end: () => chord([392, 494, 587, 784], { length: 1.4, apart: 0.14 }),
};
const SOUND_OF = {
  bid: "piece",
  bank: "piece",
  market: "piece",
  passed: "piece",
  "trader-hired": "piece",
  "structure-taken": "piece",
  outbid: "outbid",
  journey: "steps",
  displaced: "steps",
  banished: "steps",
  "duli-placed": "steps",
  "structure-built": "building",
  "gorge-blocked": "building",
  "guards-placed": "building",
  "bank-paid": "coins",
  "bids-paid": "coins",
  income: "coins",
  converted: "coins",
  inspected: "gong",
  present: "present",
  round: "bell",
  "game-ended": "end",
};

function play(name, amount) {
  if (volume > 0 && context?.state === "running") SOUNDS[name](amount);
}

/**
 * The sounds of a beat, each once.
 * @param {import("./animation.js").Beat} beat
 */
export function soundBeat({ acts }) {
  const amounts = new Map(acts.filter((act) => act.kind in SOUND_OF).map((act) => [SOUND_OF[act.kind], act.amount]));
  for (const [name, amount] of amounts) play(name, amount);
}

// A story has been told: a bell rings if it is the player's turn now and was not before.
export function soundTurn() {
  if (isYourTurn() && !wasYourTurn) play("bell");
  wasYourTurn = isYourTurn();
}

function showVolume(slider) {
  slider.nextElementSibling.textContent = slider.value === "0" ? slider.dataset.off : `${slider.value} %`;
}

export function listenToVolume() {
  const slider = document.getElementById("volume");
  slider.closest("[hidden]")?.removeAttribute("hidden"); // without scripts there is no sound
  showVolume(slider);
  slider.addEventListener("input", () => {
    setVolume(Number(slider.value) / 100);
    showVolume(slider);
    document.cookie = `sound=${slider.value}; path=/; max-age=${A_YEAR}; samesite=lax`;
    wakeUp();
  });
  slider.addEventListener("change", async () => {
    await context?.resume();
    play("piece"); // an example of the new volume
  });
  for (const kind of ["pointerdown", "keydown"]) {
    window.addEventListener(kind, wakeUp, { capture: true, passive: true });
  }
}
