import type { LockedPlayer, Passage } from '#src/playing/locked-player.client.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { areKeysOn, isForOthers } from '../player/single-keys.client.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { wireBlindTest, type Heard } from './abx.client.ts';
import { comparisonViewOf, type ComparisonView } from './comparison-view.client.ts';
import type { Played } from './open-comparison.client.ts';
import { testedPassage } from './tested-passage.ts';

const loadPlayer = importAgain(() => import('./open-comparison.client.ts'));

const factorOf = (db: number) => 10 ** (db / 20);

/** Plays a comparison as its view shows it. It is opened with the first press on play. */
class Comparison {
  readonly #view: ComparisonView;
  readonly #played: Played;
  #player: LockedPlayer | null = null;
  #opening: Promise<LockedPlayer> | null = null;
  #isStarting = false;
  #voice = 1;
  #startMs = 0;
  #frame = 0;
  // While a blind test runs, it alone knows what is heard.
  #blind: Heard | null = null;
  #passage: Passage | null = null;

  constructor(view: ComparisonView, played: Played) {
    this.#view = view;
    this.#played = played;
  }

  isPlaying(): boolean {
    return this.#player?.isPlaying() ?? false;
  }

  async start(): Promise<void> {
    this.#isStarting = true;
    this.#view.showState('loading');
    this.#opening ??= this.#open();
    try {
      const player = await this.#opening;
      // The listener may have pressed the button again meanwhile.
      if (this.#isStarting) await player.play();
      else this.#showState();
    } catch (error) {
      // Tried again with the next press.
      this.#opening = null;
      this.#showState(error);
    }
    this.#isStarting = false;
  }

  pause(): void {
    this.#isStarting = false;
    if (this.#player) this.#player.pause();
    else this.#showState();
  }

  toggle(): void {
    if (this.isPlaying() || this.#isStarting) this.pause();
    else void this.start();
  }

  seek(ms: number): void {
    this.#startMs = this.#within(ms);
    this.#player?.seek(this.#sampleOf(this.#startMs));
    this.#follow();
  }

  hear(voice: number): void {
    this.#voice = voice;
    this.#view.showVoice(this.#blind ? null : voice);
    this.applyGains();
  }

  swap(): void {
    if (!this.#blind) this.hear(1 - this.#voice);
  }

  /**
   * Plays only the passage that both versions hold, without showing which version is heard; only `heard` knows. Returns the times
   * at which the passage begins and ends.
   */
  hearBlind(heard: Heard): { from: string; to: string } {
    const { rateHz, frames } = this.#played;
    const at = this.#player?.place() ?? this.#sampleOf(this.#startMs);
    this.#blind = heard;
    this.#passage = testedPassage(this.#played, at);
    this.#startMs = this.#within((1000 * at) / rateHz);
    this.#player?.loop(this.#passage);
    this.hear(this.#voice);
    const { from, to } = this.#passage ?? { from: 0, to: frames };
    return { from: timeCodeOf((1000 * from) / rateHz), to: timeCodeOf((1000 * to) / rateHz) };
  }

  /** Everything is heard and shown again. */
  hearAll(): void {
    this.#blind = null;
    this.#passage = null;
    this.#player?.loop(null);
    this.hear(this.#voice);
  }

  #sampleOf(ms: number): number {
    return Math.round((ms * this.#played.rateHz) / 1000);
  }

  #within(ms: number): number {
    const { rateHz } = this.#played;
    const { from, to } = this.#passage ?? { from: 0, to: Infinity };
    return Math.max((1000 * from) / rateHz, Math.min((1000 * to) / rateHz, ms));
  }

  applyGains(): void {
    const heard = this.#blind ? this.#blind() : this.#voice;
    const isMatched = this.#blind !== null || this.#view.matched.ariaPressed === 'true';
    const gainOf = (db: number) => factorOf(isMatched ? db : 0);
    const gains = this.#played.matchedDb.map((db, index) => (index === heard ? gainOf(db) : 0));
    // In a blind test each switch is heard alike, whether it changes anything or not.
    this.#player?.setGains(gains, this.#blind !== null);
  }

  #follow(): void {
    cancelAnimationFrame(this.#frame);
    const { rateHz, frames } = this.#played;
    const atMs = this.#player ? (1000 * this.#player.place()) / rateHz : this.#startMs;
    this.#view.showPlace({ atMs, lengthMs: (1000 * frames) / rateHz });
    if (this.isPlaying()) this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #showState(error?: unknown): void {
    this.#view.showState(this.isPlaying() ? 'pause' : 'play', error);
    this.#follow();
  }

  async #open(): Promise<LockedPlayer> {
    const { openComparison } = await loadPlayer();
    const player = await openComparison(this.#played, (error) => this.#showState(error));
    this.#player = player;
    player.seek(this.#sampleOf(this.#startMs));
    player.loop(this.#passage);
    this.applyGains();
    this.#view.showState('loading');
    return player;
  }
}

/** X switches and the space bar plays and pauses, unless single keys are turned off in the player of a recording. */
function wireKeys(comparison: Comparison): void {
  document.addEventListener('keydown', (event) => {
    if (!areKeysOn() || isForOthers(event)) return;
    const isX = event.key.toLowerCase() === 'x';
    if (!isX && event.key !== ' ') return;
    event.preventDefault();
    if (isX) comparison.swap();
    else comparison.toggle();
  });
}

function wireComparison(section: HTMLElement): void {
  const view = comparisonViewOf(section);
  if (!view || !('AudioContext' in globalThis)) return;
  const comparison = new Comparison(view, JSON.parse(section.dataset['compare'] ?? '{}') as Played);
  const { play, voices, matched, position } = view;
  play.addEventListener('click', () => comparison.toggle());
  for (const [index, button] of voices.entries())
    button.addEventListener('click', () => comparison.hear(index));
  matched.addEventListener('click', () => {
    matched.ariaPressed = String(matched.ariaPressed !== 'true');
    comparison.applyGains();
  });
  position.addEventListener('input', () => comparison.seek(position.valueAsNumber));
  addEventListener('pagehide', () => comparison.pause());
  wireKeys(comparison);
  view.appear();
  comparison.hear(1);
  comparison.seek(0);
  const test = document.querySelector<HTMLElement>('[data-abx]');
  if (!test) return;
  wireBlindTest(test, {
    begin(heard) {
      const passage = comparison.hearBlind(heard);
      if (!comparison.isPlaying()) void comparison.start();
      return passage;
    },
    change: () => comparison.applyGains(),
    end: () => comparison.hearAll(),
  });
}

/** Wires the comparison of the page, also one that is there later. */
export function wireComparisons(root: Document): void {
  const wired = new WeakSet<Element>();
  const wireAll = () => {
    for (const section of root.querySelectorAll<HTMLElement>('[data-compare]')) {
      if (wired.has(section)) continue;
      wired.add(section);
      wireComparison(section);
    }
  };
  wireAll();
  new MutationObserver(wireAll).observe(root.body, { childList: true, subtree: true });
}
