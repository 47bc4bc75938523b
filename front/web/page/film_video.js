// A game as a video: the browser records a canvas, which shows the frames of the engine, in the time of the film.
import { digitSize, engineAt, filmBefore, filmColours, filmFrame, filmLength, stepFilm } from './film_scene.js';

const forms = ['video/mp4;codecs=avc1', 'video/webm;codecs=vp9', 'video/webm', 'video/mp4'];
const longest = 720;

// The form of videos that this browser records; null: none.
export function videoForm() {
  if (!globalThis.MediaRecorder || !HTMLCanvasElement.prototype.captureStream) return null;
  return forms.find((form) => MediaRecorder.isTypeSupported(form)) ?? null;
}

function rounded(context, x, y, w, h, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, w, h, radius);
  context.fill();
}

function painter(canvas, { w, h }, colour) {
  const { tile, gap, pitch, head, width, height } = filmFrame(w, h), scale = longest / Math.max(width, height);
  const even = (side) => 2 * Math.round(side * scale / 2); // some codecs need it
  Object.assign(canvas, { width: even(width), height: even(height) });
  const context = canvas.getContext('2d'), font = (size) => `700 ${size}px Eleven, "Helvetica Neue", Helvetica, Arial, sans-serif`;
  const write = (text, x, y, size, ink) => {
    context.font = font(size);
    context.fillStyle = ink;
    context.fillText(text, x, y);
  };
  return (sprites, score) => {
    context.setTransform(scale, 0, 0, scale, gap * scale, gap * scale);
    rounded(context, -gap, -gap, width + 2, height + 2, 0, colour('page'));
    context.textAlign = 'left';
    if (width > 300) write('2048', 0, 57, 62, colour('box-ink'));
    rounded(context, width - 2 * gap - 110, 8, 110, 56, 6, colour('box'));
    context.textAlign = 'center';
    write(score, width - 2 * gap - 55, 44, 25, colour('box-ink'));
    context.translate(0, head);
    rounded(context, 0, 0, w * pitch + gap, h * pitch + gap, 6, colour('board'));
    for (let cell = 0; cell < w * h; cell++)
      rounded(context, cell % w * pitch + gap, Math.floor(cell / w) * pitch + gap, tile, tile, 4, colour('empty'));
    for (const { x, y, rank, value, scale: size } of sprites) {
      const side = tile * size, letters = digitSize(value) * side;
      const [middleX, middleY] = [x * pitch + gap + tile / 2, y * pitch + gap + tile / 2];
      rounded(context, middleX - side / 2, middleY - side / 2, side, side, 4, colour(`tile-${rank}`));
      write(value, middleX, middleY + letters * 0.36, letters, colour(`ink-${rank}`));
    }
  };
}

function visible() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
}

// Shows the film on the canvas in its own time. While the page is hidden the browser draws nothing, so the film waits.
async function show(recorder, canvas, { game, record, from, to, pace, progress, paused }) {
  const engine = engineAt(record, from), draw = painter(canvas, engine.look(), memo(filmColours(game)));
  const length = filmLength(to - from, pace);
  let last = performance.now(), move = 0;
  for (let time = 0; time < length;) {
    await new Promise(requestAnimationFrame);
    if (document.hidden) {
      recorder.pause();
      paused(true);
      await visible();
      paused(false);
      recorder.resume();
      last = performance.now();
    }
    const now = performance.now();
    time += now - last;
    last = now;
    for (; move < to - from && filmBefore + move * pace <= time; move++) stepFilm(engine, filmBefore + move * pace);
    draw(engine.frame(move ? time : 1e15).sprites, engine.look().score);
    if (!await progress(Math.min(1, time / length))) return false;
  }
  return true;
}

function memo(read) {
  const known = new Map();
  return (name) => known.get(name) ?? known.set(name, read(name)).get(name);
}

// The video as a Blob; null after a cancellation, which is when `progress(part)` returns false. `shown(canvas)` may show it
// meanwhile.
export async function filmVideo(options) {
  const canvas = document.createElement('canvas'), type = videoForm();
  painter(canvas, engineAt(options.record, options.from).look(), () => '#000');
  options.shown(canvas);
  const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: type, videoBitsPerSecond: 4e6 }), parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve, reject) => {
    recorder.onstop = resolve;
    recorder.onerror = ({ error }) => reject(error);
  });
  recorder.start();
  const isComplete = await show(recorder, canvas, options);
  recorder.stop();
  await ended;
  return isComplete ? new Blob(parts, { type: type.split(';')[0] }) : null;
}
