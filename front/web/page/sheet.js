// The sheet in the panel: how a game ended, its replay and its review, in one form. It contains the title, the figures
// of the game and the actions; the review is in review.js, the replay in replay.js.
import { say, formatted, inPercent } from './words.js';
import { byId, element } from './dialogs.js';
import { rankOf } from './statistics.js';

// "1:02:03" or "2:03".
export function timeText(milliseconds) {
  const seconds = Math.round(milliseconds / 1000), two = (number) => String(number).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// The figures of a game as [name, text]: those that are known.
export function figuresOf(state, keeper, accuracy) {
  const { largestTile: largest, moves } = state, facts = keeper.current ?? {}, names = say().figures, score = state.score;
  // In a replay, the rank is still that of the game.
  const { rank, count } = rankOf({ ...state, id: facts.id, score: state.canRedo ? facts.score : score }, keeper.ownGames());
  const all = [
    ['score', formatted(score)], ['largest', String(largest)], ['moves', formatted(moves)],
    ['time', facts.time > 1000 ? timeText(facts.time) : null],
    ['accuracy', accuracy == null ? null : inPercent(accuracy)],
    ['rank', count > 1 && facts.id && !facts.isForeign ? say().rankOf(rank, count) : null],
  ];
  return all.filter(([, text]) => text !== null).map(([name, text]) => [names[name], text]);
}

export class Sheet {
  // `game` is the element; `replay`, `review` and `keeper` are those of the page.
  constructor({ game, keeper, replay, review }) {
    Object.assign(this, { game, keeper, replay, review });
    byId('grow').addEventListener('click', () => this.#grow(!('grown' in byId('panel').dataset)));
  }

  // On a low screen the sheet can cover the board, if the user chooses that.
  #grow(isGrown) {
    byId('panel').toggleAttribute('data-grown', isGrown);
    byId('grow').setAttribute('aria-pressed', String(isGrown));
  }

  // What the sheet shows: 'won', 'lost', 'best' (a game that is over with a new best score), 'replay' or 'review'; null
  // for nothing.
  get kind() {
    const { state } = this.game;
    if (!state) return null;
    if (this.replay.isOpen) return this.review.isShown ? 'review' : 'replay';
    if (state.status !== 'lost') return state.status === 'won' ? 'won' : null;
    const best = this.keeper.bestOfOthers(state), score = state.plainScore;
    return best > 0 && score > best && score === state.score ? 'best' : 'lost';
  }

  update() {
    const { kind } = this, { state } = this.game, isEnd = ['won', 'lost', 'best'].includes(kind);
    const wasHidden = byId('sheet').hidden || byId('sheet').dataset.kind !== kind;
    byId('sheet').hidden = !kind;
    if (!kind) return this.#grow(false);
    byId('sheet').dataset.kind = kind;
    byId('sheet-title').textContent = say().ended[kind];
    const canKeep = isEnd && state.canKeepPlaying;
    const shown = { 'end-keep': canKeep, 'end-again': isEnd, 'end-undo': isEnd && state.canUndo, 'replay-branch': !isEnd,
      'replay-close': !isEnd, 'replay-bar': this.replay.isOpen, 'review-start': !this.review.isComplete,
      'drill-these': this.review.mistakes.moves.length > 0 };
    for (const [id, isShown] of Object.entries(shown)) {
      if (!isShown && document.activeElement.id === id) byId('sheet-title').focus();
      byId(id).hidden = !isShown;
    }
    byId('end-again').classList.toggle('strong', !canKeep);
    this.#showFigures();
    if (wasHidden && isEnd) this.#grow(false);
    if (wasHidden) byId('slot').scrollTop = 0;
  }

  #showFigures() {
    const entries = figuresOf(this.game.state, this.keeper, this.review.accuracy);
    byId('figures').replaceChildren(...entries.map(([name, text]) => {
      const group = element('div');
      group.append(element('dt', name), element('dd', text));
      return group;
    }));
  }
}
