import { fill } from '#src/platform/fill.ts';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { fractionOf, viewOf } from './timeline-view.ts';
import type { Places } from './version-alignment.ts';

const waveWidth = 400;

/** Returns the moving parts of the timeline, or null if the page has no timeline. */
function timelineOf(player: HTMLElement) {
  const view = player.querySelector<HTMLElement>('[data-timeline]');
  const position = player.querySelector<HTMLInputElement>('[data-position]');
  const played = player.querySelector('[data-played]');
  const head = player.querySelector('[data-head]');
  return view && position && played && head ? { view, position, played, head } : null;
}

/** Places a playhead at a fraction of the width. */
function placeHead(head: Element | null, fraction: number): void {
  for (const end of ['x1', 'x2']) head?.setAttribute(end, `${fraction * 100}%`);
}

export type Playback = {
  /** Returns the position in whole milliseconds. */
  readonly atMs: () => number;
  /** Returns the position, exact to the sample. */
  readonly exactMs: () => number;
  readonly seek: (ms: number) => void;
  /** Draws the position on the timeline, also after the view has changed. */
  readonly draw: () => void;
};

/** Sound that is heard instead of a player's own element, which keeps the state: a loop, or a comparison. */
export type Takeover = {
  /** Returns the position, or null while the element is heard. */
  readonly exactMs: () => number | null;
  /** Handles a seek by the listener; returns false to leave it to the element. */
  readonly seek: (ms: number) => boolean;
  /** Called whenever the position is drawn. */
  readonly follow: () => void;
  /**
   * Prepares the same sound for the player that replaces this one, at the same place. Resolves with the function that
   * makes it heard.
   */
  readonly prepareFor: (next: HTMLElement, places: Places | null) => Promise<() => void>;
  /** Ends it for good. */
  readonly end: () => void;
};

export const takeovers = new WeakMap<HTMLElement, Takeover>();

/** Shows that a recording cannot be played. */
function showFailures(player: HTMLElement, media: HTMLMediaElement): void {
  const failed = player.querySelector<HTMLElement>('[data-failed]');
  // With several sources, the browser tries the next one by itself.
  for (const last of [media, media.querySelector('audio > source:last-child')])
    last?.addEventListener('error', () => {
      if (failed) failed.textContent = failed.dataset['failed'] ?? '';
    });
}

/**
 * Plays a recording with our own button and timeline, or with the browser's controls if there is no timeline. `onMove`
 * is called whenever the position changes.
 */
export function wirePlayback(player: HTMLElement, media: HTMLMediaElement, onMove: () => void): Playback {
  const durationMs = Number(player.dataset['durationMs'] ?? 0);
  const timeline = durationMs > 0 ? timelineOf(player) : null;
  const button = player.querySelector<HTMLButtonElement>('[data-play]');
  const progress = [...player.querySelectorAll<HTMLElement>('[data-progress]')];
  const labels = JSON.parse(button?.dataset['labels'] ?? '[]') as string[];
  // The browser's controls would show an estimated length and seek to wrong positions.
  const playsThrough = player.dataset['playsThrough'] !== undefined;
  let frame = 0;

  const exactMs = () => takeovers.get(player)?.exactMs() ?? Math.max(0, media.currentTime * 1000);
  const atMs = () => Math.round(exactMs());

  function draw(): void {
    const now = timeCodeOf(atMs());
    if (timeline) {
      const fraction = fractionOf(viewOf(timeline.view), exactMs());
      timeline.played.setAttribute('width', String(waveWidth * Math.max(0, Math.min(1, fraction))));
      timeline.head.toggleAttribute('data-outside', fraction < 0 || fraction > 1);
      placeHead(timeline.head, fraction);
      for (const smallHead of player.querySelectorAll('[data-small-head]'))
        placeHead(smallHead, exactMs() / durationMs);
      timeline.position.value = String(exactMs());
      timeline.position.setAttribute('aria-valuetext', now);
    }
    for (const each of progress) each.textContent = fill(each.dataset['progress'] ?? '', { now });
    takeovers.get(player)?.follow();
    onMove();
  }

  function follow(): void {
    cancelAnimationFrame(frame);
    draw();
    if (!media.paused && media.isConnected) frame = requestAnimationFrame(follow);
  }

  function seek(ms: number): void {
    if (playsThrough) return;
    if (!takeovers.get(player)?.seek(ms)) media.currentTime = ms / 1000;
    draw();
  }

  // The element's error event shows a failure.
  const play = () => void media.play().catch(() => undefined);

  function showState(): void {
    button?.toggleAttribute('data-playing', !media.paused);
    button?.setAttribute('aria-label', labels[media.paused ? 0 : 1] ?? '');
    follow();
  }

  for (const event of ['play', 'pause', 'ended']) media.addEventListener(event, showState);
  for (const event of ['seeked', 'timeupdate']) media.addEventListener(event, draw);
  showFailures(player, media);
  if ((timeline || playsThrough) && button) {
    player.dataset['wired'] = '';
    media.controls = false;
    button.disabled = false;
    button.addEventListener('click', () => (media.paused ? play() : media.pause()));
  }
  if (timeline && button) {
    timeline.position.hidden = false;
    timeline.position.addEventListener('input', () => seek(timeline.position.valueAsNumber));
  }
  // It may be playing already if it replaced another version.
  showState();
  return { atMs, exactMs, seek, draw };
}
