import type { LockedPlayer, Passage } from '#src/playing/locked-player.client.ts';
import { importAgain } from '#src/platform/import-again.client.ts';
import { areKeysOn, isHandledElsewhere } from '../player/browser-settings.client.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { wireBlindTest, type AudibleVersion } from './blind-test.client.ts';
import type { Played } from './open-comparison.client.ts';
import { testedPassage } from './blind-test.ts';
import { fill } from '#src/platform/fill.ts';

type Words = Readonly<Record<'play' | 'pause' | 'loading' | 'failed', string>>;

type Shown = { readonly atMs: number; readonly lengthMs: number };

/** Returns the interactive parts of a comparison, or null if the page has none. */
function comparisonViewOf(section: HTMLElement) {
  const find = <Part extends Element>(selector: string) => section.querySelector<Part>(selector);
  const [transport, play, progress] = [
    find<HTMLElement>('[data-transport]'),
    find<HTMLButtonElement>('[data-play]'),
    find<HTMLElement>('[data-progress]'),
  ];
  const [position, head, failed] = [
    find<HTMLInputElement>('[data-position]'),
    find<HTMLElement>('[data-head]'),
    find<HTMLElement>('[data-failed]'),
  ];
  const matched = find<HTMLButtonElement>('[data-matched]');
  if (!transport || !play || !progress || !position || !head || !failed || !matched) return null;
  const words = JSON.parse(section.dataset['words'] ?? '{}') as Words;
  const voices = [...section.querySelectorAll<HTMLButtonElement>('[data-voice]')];
  const waves = [...section.querySelectorAll<SVGElement>('[data-wave]')];
  return {
    play,
    position,
    matched,
    voices,
    /** Replaces the browser's players. */
    appear(): void {
      section.dataset['wired'] = '';
      transport.hidden = false;
      position.hidden = false;
    },
    showPlace({ atMs, lengthMs }: Shown): void {
      const now = timeCodeOf(atMs);
      progress.textContent = fill(progress.dataset['progress'] ?? '', { now });
      head.style.left = `${Math.min(100, (100 * atMs) / lengthMs)}%`;
      position.value = String(Math.round(atMs));
      position.setAttribute('aria-valuetext', now);
    },
    showState(state: 'play' | 'pause' | 'loading', error?: unknown): void {
      play.toggleAttribute('data-playing', state === 'pause');
      play.setAttribute('aria-label', words[state]);
      failed.textContent = error === undefined ? '' : words.failed;
    },
    /** Shows which version is audible; null hides it for a blind test. */
    showVoice(voice: number | null): void {
      matched.disabled = voice === null;
      for (const [index, button] of voices.entries()) {
        button.setAttribute('aria-pressed', String(index === voice));
        button.disabled = voice === null;
        waves[index]?.toggleAttribute('data-heard', index === voice);
      }
    },
  };
}

type ComparisonView = NonNullable<ReturnType<typeof comparisonViewOf>>;

const loadPlayer = importAgain(() => import('./open-comparison.client.ts'));

const factorOf = (db: number) => 10 ** (db / 20);

/** Plays a comparison. Loads the sound at the first press of play. */
class Comparison {
  readonly #view: ComparisonView;
  readonly #played: Played;
  #player: LockedPlayer | null = null;
  #opening: Promise<LockedPlayer> | null = null;
  #isStarting = false;
  #voice = 1;
  #startMs = 0;
  #frame = 0;
  // During a blind test only this function knows what is audible.
  #blind: AudibleVersion | null = null;
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
      // The next press tries again.
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
   * Loops the passage that both versions share without showing which one is audible; `heard` returns it. Returns the
   * start and end times.
   */
  startBlindTest(heard: AudibleVersion): { from: string; to: string } {
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

  /** Plays and shows everything again. */
  endBlindTest(): void {
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
    // In a blind test every switch sounds the same, whether it changes anything or not.
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

/** X switches versions and the space bar plays and pauses, unless single keys are turned off. */
function wireKeys(comparison: Comparison): void {
  document.addEventListener('keydown', (event) => {
    if (!areKeysOn() || isHandledElsewhere(event)) return;
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
      const passage = comparison.startBlindTest(heard);
      if (!comparison.isPlaying()) void comparison.start();
      return passage;
    },
    change: () => comparison.applyGains(),
    end: () => comparison.endBlindTest(),
  });
}

/** Wires the comparison on the page, also one that is added later. */
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
