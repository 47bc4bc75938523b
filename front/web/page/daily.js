// The daily game: its seed is the date, so everybody gets the same game. How many days in a row it was played, and when
// the next one begins.
import { say } from './words.js';
import { kindOf } from './statistics.js';

const dailyKind = '4 × 4, classic';

// The seed of the day that is `back` days ago.
function seedOfDay(back = 0) {
  const day = new Date();
  day.setDate(day.getDate() - back);
  return String(day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate());
}

function gameOf(games, seed) {
  return games.find((one) => one.seed === seed && kindOf(one) === dailyKind);
}

// Today's game, if it was begun.
export function dailyGame(games) {
  return gameOf(games, seedOfDay());
}

export function dailyOptions() {
  return { size: '4', rules: 'classic', seed: seedOfDay() };
}

// The days in a row until today, or until yesterday if today's game was not played yet.
export function dailyStreak(games) {
  const wasPlayed = (back) => gameOf(games, seedOfDay(back)) !== undefined;
  const first = wasPlayed(0) ? 0 : 1;
  let back = first;
  while (wasPlayed(back)) back++;
  return back - first;
}

// "1,234 points today, 3 days in a row, the next game in 5 h 12 min".
export function dailyText(games) {
  const now = new Date(), next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1), words = say();
  const minutes = Math.ceil((next - now) / 60000), today = dailyGame(games), streak = dailyStreak(games);
  const parts = [today && words.dailyScore(today.score), streak > 1 && words.streak(streak),
    today && words.nextIn(Math.floor(minutes / 60), minutes % 60)];
  return parts.filter(Boolean).join(', ');
}
