// The colours of each theme, as in front/picture/theme.c, and the style sheet with them. The rank of a tile selects its
// colour. Seventeen ranks have their own colour; higher ranks have other shades of the last six.

const ranks = 31, named = 17;

// The first eleven colours of `original` are those of Gabriele Cirulli's 2048 (2014). `colour-blind` alternates between
// orange and blue, which every common kind of colour vision distinguishes, and becomes darker with the rank.
export const themes = {
  'original': {
    board: 'bbada0', empty: 'eee4da59', won: 'edc22e80', lost: 'eee4daba', wonInk: '574500', lostInk: '6a6159',
    button: '7c6754', buttonInk: 'f9f6f2', focus: '3b5bdb', dark: '776e65', light: 'f9f6f2', lightFrom: 3,
    tiles: ['eee4da', 'ede0c8', 'f2b179', 'f59563', 'f67c5f', 'f65e3b', 'edcf72', 'edcc61', 'edc850', 'edc53f', 'edc22e',
      '3e8e5a', '2f7f86', '2f62a3', '5a4aa8', '8a3a8f', '3c3a32'],
  },
  'dark': {
    board: '3a3733', empty: '2a2825', won: '8a6d00b0', lost: '1b1a18c8', wonInk: 'ffffff', lostInk: 'f9f6f2',
    button: 'e8dfd2', buttonInk: '1b1a18', focus: '8ab4ff', dark: '1b1a18', light: 'f9f6f2', lightFrom: 0,
    tiles: ['57524b', '6a6150', 'b5702f', 'c4602c', 'c94a32', 'b93420', 'a98b2c', 'b6952c', 'c4a02c', 'd2ab2c', 'e8bd2f',
      '3e9a60', '2f8a92', '3b74c0', '7565cc', 'a851ad', 'e6e1d8'],
  },
  'high-contrast': {
    isFlat: true, board: '606060', empty: '000000', won: '004000e0', lost: '500000e0', wonInk: 'ffffff', lostInk: 'ffffff',
    button: 'ffffff', buttonInk: '000000', focus: 'ffff00', dark: '000000', light: 'ffffff', lightFrom: 0,
    tiles: ['ffffff', 'fff27a', 'ffb84d', 'ff8f6b', 'ff9fd0', 'd9a6ff', '9fc3ff', '6fe3ff', '63f0c0', '8cf06a', 'e2ff3d',
      'ffd60a', 'f4c2a0', 'ffb3b3', 'e0c8ff', 'b8dcff', 'c0ffd8'],
  },
  'colour-blind': {
    board: '8c8f96', empty: 'b9bbc0', won: 'fee838d0', lost: 'f4f4f2d8', wonInk: '101218', lostInk: '101218',
    button: '123b75', buttonInk: 'ffffff', focus: 'b36200', dark: '101218', light: 'ffffff', lightFrom: 0,
    tiles: ['fff3d6', 'e0ecff', 'ffe0a3', 'bcd6ff', 'ffc861', '8fb9f5', 'f5a623', '5f97e0', 'd98200', '3a73c2', 'b36200',
      '22549c', '8a4600', '123b75', '612f00', '08254f', '2b2d33'],
  },
};

function parts(colour) {
  return [0, 2, 4].map((i) => parseInt(colour.slice(i, i + 2), 16));
}

// A darker shade; black becomes lighter instead.
function shade(colour, by) {
  const to = luminance(colour) < 0.005 ? 200 : 0;
  return parts(colour).map((part) => Math.round(part + (to - part) * by).toString(16).padStart(2, '0')).join('');
}

function luminance(colour) {
  const [r, g, b] = parts(colour).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The contrast of two colours as the accessibility guidelines (WCAG) define it: 1 to 21.
function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function tileColour(theme, rank) {
  if (rank <= named) return theme.tiles[rank - 1];
  const over = rank - named - 1;
  return shade(theme.tiles[named - 6 + over % 6], 0.3 + 0.25 * Math.floor(over / 6));
}

function inkColour(theme, rank) {
  if (theme.lightFrom && rank <= 11) return rank >= theme.lightFrom ? theme.light : theme.dark;
  const ground = tileColour(theme, rank);
  return contrast(theme.light, ground) > contrast(theme.dark, ground) ? theme.light : theme.dark;
}

// Light numbers on light tiles have a dark edge, because the colours of the original alone cannot be read well.
function edgeRule(theme, rank) {
  const needsEdge = contrast(inkColour(theme, rank).slice(0, 6), tileColour(theme, rank)) < 3;
  return `--outline-${rank}: ${needsEdge ? '#3d2a08' : 'transparent'};`;
}

// Tiles from 128 on glow, as in the original, up to 2048 more and more. Higher tiles also have a bright edge.
const firstGlow = 7, original = 11;

function glowOf(theme, rank) {
  if (rank < firstGlow) return '';
  const strength = theme.isFlat ? 0 : (Math.min(rank, original) - 4) * 0.0794;
  const alpha = (part) => Math.round(255 * part).toString(16).padStart(2, '0');
  return `--glow-${rank}: #${tileColour(theme, rank)}${alpha(strength)}; --edge-${rank}: #ffffff${alpha(strength)};`;
}

function glowRule(rank) {
  if (rank < firstGlow) return '';
  const edge = (size) => `, inset 0 0 ${size} var(--edge-${rank})`;
  const edges = rank > original ? edge('0 calc(var(--tile) * 0.03)') + edge('calc(var(--tile) * 0.16)') : edge('0 1px');
  return `box-shadow: 0 0 calc(var(--tile) * 0.24) calc(var(--tile) * 0.06) var(--glow-${rank})${edges};`;
}

function variables(theme) {
  const plain = ['board', 'empty', 'won', 'lost', 'wonInk', 'lostInk', 'button', 'buttonInk', 'focus']
    .map((name) => `--${name}: #${theme[name]};`);
  for (let rank = 1; rank <= ranks; rank++)
    plain.push(`--tile-${rank}: #${tileColour(theme, rank)}; --ink-${rank}: #${inkColour(theme, rank)}; ${edgeRule(theme, rank)} ${glowOf(theme, rank)}`);
  return plain.join(' ');
}

// The theme `auto` follows the settings of the system.
function autoRules() {
  const rule = (query, name) => `@media (${query}) { :host { ${variables(themes[name])} } }`;
  return [`:host { ${variables(themes.original)} }`, rule('prefers-color-scheme: dark', 'dark'),
    rule('prefers-contrast: more', 'high-contrast')];
}

export function themeSheet() {
  const chosen = Object.entries(themes).map(([name, theme]) => `:host([theme="${name}"]) { ${variables(theme)} }`);
  const tiles = Array.from({ length: ranks }, (none, i) => i + 1)
    .map((rank) => `.rank-${rank} { background: var(--tile-${rank}); color: var(--ink-${rank}); text-shadow: 0 0 0.05em var(--outline-${rank}); ${glowRule(rank)} }`);
  return [...autoRules(), ...chosen, ...tiles].join('\n');
}
