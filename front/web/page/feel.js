// Sound and vibration, both off unless the settings ask for them. The sounds are made here: a merge is a note, higher for
// a larger tile.
import { settings } from './settings.js';

// Steps of a scale without dissonant pairs, in semitones.
const scale = [0, 2, 4, 7, 9];
const lowest = 196;
// Notes at least so many milliseconds apart, because players move fast.
const shortest = 45;

let audio = null, latest = -Infinity;

// The frequency for a tile: one step for each doubling.
function pitchOf(value) {
  const step = Math.max(0, Math.round(Math.log2(value)) - 2);
  return lowest * 2 ** (Math.floor(step / 5) + scale[step % 5] / 12);
}

// One note, struck and fading. `after` and `length` are in seconds.
function note(frequency, { after = 0, length = 0.22, loudness = 0.14, type = 'triangle' } = {}) {
  const at = audio.currentTime + after, voice = audio.createOscillator(), volume = audio.createGain();
  voice.type = type;
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

function play(notes) {
  if (!settings().sound || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume().catch(() => {}); // until somebody has used the page
  notes();
}

function vibrate(...pattern) {
  if (settings().haptics) navigator.vibrate?.(pattern);
}

function moved({ detail: { merges } }) {
  const now = performance.now(), largest = Math.max(0, ...merges.map(({ result }) => result));
  if (now - latest < shortest) return;
  latest = now;
  if (largest) vibrate(Math.min(45, 6 + 3 * Math.log2(largest)));
  const values = [...new Set(merges.map(({ result }) => result))], loudness = 0.14 / Math.sqrt(values.length || 1);
  play(() => {
    note(110, { length: 0.06, loudness: 0.05, type: 'sine' });
    for (const value of values) note(pitchOf(value), { after: 0.05, loudness });
  });
}

function ended(frequencies, ...pattern) {
  play(() => frequencies.forEach((frequency, i) => note(frequency, { after: 0.25 + 0.13 * i, length: 0.5 })));
  vibrate(...pattern);
}

const followed = new WeakSet();

// Follows the game from now on.
export function feel(game) {
  if (followed.has(game)) return;
  followed.add(game);
  game.addEventListener('move', moved);
  game.addEventListener('won', () => ended([523, 659, 784, 1047], 20, 60, 20, 60, 60));
  game.addEventListener('lost', () => ended([330, 262, 220], 40, 80, 80));
}

// What the sound is like, for somebody who has just turned it on.
export function sample() {
  play(() => [64, 128, 256].forEach((value, i) => note(pitchOf(value), { after: 0.12 * i })));
}
