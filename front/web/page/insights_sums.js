// What the statistics count, as numbers. `games` are the facts of saved games.

const day = 86400000;

export function medianOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function inOrder(games) {
  const began = (game) => Date.parse(game.date) || game.changed;
  return [...games].sort((a, b) => began(a) - began(b));
}

// The scores in at most twelve equal ranges with round limits: { low, high, count }, the high limit not included.
export function scoreBins(scores) {
  const low = Math.min(...scores), high = Math.max(...scores), size = 10 ** Math.floor(Math.log10(Math.max(12, high - low) / 12));
  const step = [1, 2, 5, 10, 20].map((part) => part * size).find((one) => Math.floor(high / one) - Math.floor(low / one) < 12);
  const first = Math.floor(low / step);
  const bins = Array.from({ length: Math.floor(high / step) - first + 1 }, (none, i) => (
    { low: (first + i) * step, high: (first + i + 1) * step, count: 0 }));
  for (const score of scores) bins[Math.floor(score / step) - first].count++;
  return bins;
}

// The games by largest tile, the smallest first: { value, count }.
export function tileCounts(games) {
  const counts = new Map();
  for (const { largest } of games) counts.set(largest, (counts.get(largest) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

// The means of the latest `span` scores at each game; null before there are as many.
export function runningMeans(scores, span) {
  return scores.map((none, i) => (i + 1 < span ? null : scores.slice(i + 1 - span, i + 1).reduce((sum, score) => sum + score, 0) / span));
}

// Days in a row with a game: { current, longest }. The current streak lasts until a whole day has no game. Days are
// those of the place where the player is. A game counts on the day when it began and when it was last open.
export function dayStreaks(games, now = Date.now()) {
  const dayOf = (time) => Math.floor((time - new Date(time).getTimezoneOffset() * 60000) / day);
  const daysOf = ({ changed, date }) => [Date.parse(date), changed].filter((time) => time <= changed).map(dayOf);
  const days = [...new Set(games.flatMap(daysOf))].sort((a, b) => a - b);
  let length = 0, longest = 0;
  days.forEach((one, i) => {
    length = one - days[i - 1] === 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
  });
  return { current: dayOf(now) - days.at(-1) <= 1 ? length : 0, longest };
}

// The longest series of won games.
export function winStreak(games) {
  let length = 0, longest = 0;
  for (const { won } of inOrder(games)) {
    length = won ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}
