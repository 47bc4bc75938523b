// The style sheet of the board. All lengths depend on the size of a tile, which view.js writes into --tile.
export const look = `
:host {
  display: block; position: relative; width: 100%; min-width: 0; touch-action: none; user-select: none; -webkit-user-select: none;
  -webkit-tap-highlight-color: transparent; font-family: Eleven, "Clear Sans", "Helvetica Neue", Helvetica, Arial, sans-serif;
  font-weight: bold; line-height: 1;
}
:host([hidden]) { display: none; }
.board {
  position: relative; margin: 0 auto; width: var(--width); height: var(--height); background: var(--board);
  border-radius: calc(var(--tile) * 0.0565);
}
.grid { outline: none; position: absolute; inset: 0; border-radius: inherit; }
.grid:focus-visible { box-shadow: inset 0 0 0 2px var(--focus); }
.cell, .tile {
  position: absolute; top: 0; left: 0; width: var(--tile); height: var(--tile);
  border-radius: calc(var(--tile) * 0.045);
}
.cell { background: var(--empty); }
.tile { display: flex; align-items: center; justify-content: center; font-size: calc(var(--tile) * 0.5176); }
.digits-3 { font-size: calc(var(--tile) * 0.4235); }
.digits-4 { font-size: calc(var(--tile) * 0.3294); }
.digits-5 { font-size: calc(var(--tile) * 0.2824); }
.digits-6 { font-size: calc(var(--tile) * 0.2447); }
.digits-7 { font-size: calc(var(--tile) * 0.2071); }
.digits-8 { font-size: calc(var(--tile) * 0.1835); }
.digits-9, .digits-10 { font-size: calc(var(--tile) * 0.1459); }
.tiles { position: absolute; inset: 0; pointer-events: none; }
:host([waiting]) .tiles { visibility: hidden; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
/* A hint: the tiles that move have a frame, and an arrow in the gap before them; they lean toward it twice. */
.tile[data-moves] { outline: max(2px, calc(var(--tile) * 0.045)) solid var(--focus); outline-offset: max(-3px, calc(var(--tile) * -0.03)); animation: lean 0.7s 0.1s 2; }
.tile[data-moves]::after {
  content: ""; position: absolute; inset: 0; margin: auto; width: calc(var(--tile) * 0.36); height: calc(var(--tile) * 0.2);
  background: var(--focus); clip-path: polygon(50% 0, 100% 100%, 0 100%); transform: rotate(var(--turn)) translateY(calc(var(--tile) * -0.55));
}
[data-moves=up] { --turn: 0deg; --lean: 0 -6%; }
[data-moves=right] { --turn: 90deg; --lean: 6% 0; }
[data-moves=down] { --turn: 180deg; --lean: 0 6%; }
[data-moves=left] { --turn: 270deg; --lean: -6% 0; }
@keyframes lean { 50% { translate: var(--lean); } }
.veil {
  position: absolute; inset: 0; display: flex; flex-direction: column; gap: calc(var(--height) * 0.06);
  align-items: center; justify-content: center; border-radius: inherit; animation: appear 0.4s ease-in 0.25s backwards;
}
.veil[hidden], :host(:is([locked], [quiet])) .veil:not([data-status=unplayable]) { display: none; }
:host([quiet]) .board:has(.veil[data-status=lost]:not([hidden])) .tiles { filter: saturate(0.55); }
.veil[data-status=won] { background: var(--won); color: var(--wonInk); }
.veil:is([data-status=lost], [data-status=unplayable]) { background: var(--lost); color: var(--lostInk); }
.banner { margin: 0; font-size: calc(var(--width) * 0.12); text-align: center; }
.veil[data-status=unplayable] .banner { margin: 1em; font-size: max(15px, calc(var(--width) * 0.045)); line-height: 1.3; }
.buttons { display: flex; flex-wrap: wrap; gap: 10px; justify-content: center; }
button {
  font: inherit; font-size: max(16px, calc(var(--width) * 0.036)); min-height: 44px;
  padding: 0 max(14px, calc(var(--width) * 0.036)); border: 0; border-radius: 4px; background: var(--button);
  color: var(--buttonInk); cursor: pointer; touch-action: manipulation;
}
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
button[hidden] { display: none; }
@keyframes appear { from { opacity: 0; } }
:host([animation=off]) :is(.veil, .tile) { animation: none !important; }
@media (prefers-reduced-motion: reduce) { .veil, .tile[data-moves] { animation: none; } }
@media (forced-colors: active) {
  .tile, .cell { border: 1px solid; box-sizing: border-box; }
  .tile { background: Canvas; color: CanvasText; border-width: 2px; }
  .tile[data-moves] { outline-color: Highlight; }
  .tile[data-moves]::after { background: Highlight; forced-color-adjust: none; }
  .grid:focus-visible { outline: 2px solid Highlight; outline-offset: -2px; }
}
`;
