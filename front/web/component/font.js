// The font of the numbers: a part of Noto Sans Bold. A page that declares the family `Eleven` itself loads its own.
import { fontAddress } from './address.js';

let isLoaded = false;

export function loadFont() {
  const address = fontAddress();
  if (isLoaded || !address || [...document.fonts].some(({ family }) => /\bEleven\b/.test(family))) return;
  isLoaded = true;
  const font = new FontFace('Eleven', `url(${address})`, { weight: '700', display: 'swap' });
  document.fonts.add(font);
  font.load().catch(() => {}); // then the fonts of the system are used
}
