import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { storedSetting, storeSetting } from './browser-settings.client.ts';
import type { Span } from './comment-form.client.ts';
import type { PlayerLoop } from './loop-controls.client.ts';
import { canTurnDown, ownVolumeOf, setOwnVolume } from './match-levels.client.ts';
import { takeovers, type Playback } from './review-playback.client.ts';
import { createSelection } from './timeline-input.client.ts';

/** Keeps the details open in this browser once they are opened. */
export function rememberDetails(player: HTMLElement): void {
  const details = player.querySelector<HTMLDetailsElement>('[data-details]');
  if (!details) return;
  details.open = storedSetting('details') === 'open';
  details.addEventListener('toggle', () => storeSetting('details', details.open ? 'open' : null));
}

/** Plays the next file at the end of this one, if the listener has chosen that in this browser. */
function playOn(player: HTMLElement, media: HTMLMediaElement): void {
  const choice = player.querySelector<HTMLInputElement>('[data-play-on]');
  if (!choice) return;
  choice.checked = storedSetting('playOn') === 'on';
  choice.addEventListener('change', () => storeSetting('playOn', choice.checked ? 'on' : null));
  media.addEventListener('ended', () => {
    const isLooped = player.querySelector('[data-loop][aria-pressed="true"]') !== null;
    if (choice.checked && !isLooped) player.querySelector<HTMLElement>('[data-next]')?.click();
  });
}

/** Wires speed, volume and the buttons that skip some seconds. */
export function wireControls(
  player: HTMLElement,
  media: HTMLMediaElement,
  { exactMs, seek }: Playback,
): void {
  const find = <Part extends Element>(selector: string) => player.querySelector<Part>(selector);
  const [speed, volume] = [find<HTMLSelectElement>('[data-speed]'), find<HTMLInputElement>('[data-volume]')];
  player.addEventListener('click', ({ target }) => {
    const skip = (target as Element).closest<HTMLElement>('[data-skip-ms]')?.dataset['skipMs'];
    if (skip) seek(Math.max(0, exactMs() + Number(skip)));
  });
  playOn(player, media);
  if (!speed || !volume) return;
  speed.value = String(media.playbackRate);
  speed.addEventListener('change', () => {
    media.defaultPlaybackRate = media.playbackRate = Number(speed.value);
  });
  find<HTMLElement>('[data-volume-control]')?.toggleAttribute('hidden', !canTurnDown);
  const stored = storedSetting('volume');
  if (stored !== null && media.paused) setOwnVolume(media, Math.max(0, Math.min(1, Number(stored) || 0)));
  volume.value = String(ownVolumeOf(media));
  volume.addEventListener('input', () => {
    setOwnVolume(media, volume.valueAsNumber);
    storeSetting('volume', volume.valueAsNumber === 1 ? null : volume.value);
  });
}

const loadLoop = importAgain(() => import('./loop-controls.client.ts'));

/**
 * Returns what handles the selected range of a player. The loop's script is loaded when a range is selected or looped,
 * or if the address names a loop.
 */
export function createRange(
  player: HTMLElement,
  media: HTMLMediaElement,
  /** Set while the player is being wired. */
  parts: {
    readonly playback: Playback | null;
    readonly composer: { readonly setSpan: (span: Span | null) => void } | null;
  },
) {
  const draw = createSelection(player.querySelector<HTMLElement>('[data-timeline]'));
  let loop: PlayerLoop | null = null;
  let selected: Span | null = null;
  function show(span: Span | null): void {
    if (span === null && loop?.isOn()) return;
    selected = span;
    draw(span);
    if (span) void load();
    loop?.setRange(span);
  }
  function select(span: Span | null): void {
    show(span);
    parts.composer?.setSpan(span);
  }
  const load = loadOnce(async () => {
    const { wireLoop } = await loadLoop();
    const { playback } = parts;
    if (!playback) return null;
    loop = wireLoop(player, media, { playback, select });
    if (!loop.isOn()) loop.setRange(selected);
    return loop;
  });
  return {
    show,
    select,
    load,
    loopSpan: () => (loop?.isOn() ? selected : null),
    /** Ends a loop, else clears the range. */
    clear: () => (loop?.isOn() ? loop.toggle() : select(null)),
  };
}

export type PlayerRange = ReturnType<typeof createRange>;

const loadComparison = importAgain(() => import('../compare/comparison.client.ts'));

/** Plays both versions of a comparison in step, also one that appears once it is ready. */
export function wireCompared(
  player: HTMLElement,
  media: HTMLMediaElement,
  playback: Playback,
  range: PlayerRange,
): void {
  const panel = player.querySelector('[data-comparison]');
  if (!panel) return;
  let isWired = false;
  async function wire(): Promise<void> {
    if (isWired || !player.querySelector('[data-compare]')) return;
    isWired = true;
    const [loop, { wireComparison }] = await Promise.all([range.load(), loadComparison()]);
    if (!loop) return;
    const endLoop = () => loop.isOn() && loop.toggle();
    wireComparison({ player, media, playback, sound: loop.sound, endLoop });
  }
  const look = () => void wire().catch(() => (isWired = false));
  look();
  new MutationObserver(look).observe(panel, { childList: true, subtree: true });
}

/** Wires the button that loops, and the links that loop the range of a comment. */
export function wireLooping(player: HTMLElement, range: PlayerRange): void {
  const isWanted = takeovers.has(player) || new URL(location.href).searchParams.has('loop');
  if (isWanted && player.querySelector('[data-loop]')) void range.load();
  player.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target.closest('[data-loop]')) void range.load().then((loop) => loop?.toggle());
    const comment = target.closest<HTMLElement>('[data-loops]');
    if (!comment) return;
    event.preventDefault();
    const [from = 0, to = 0] = (comment.dataset['loops'] ?? '').split('-').map((text) => 1000 * Number(text));
    void range.load().then((loop) => loop?.start({ fromMs: Math.round(from), toMs: Math.round(to) }));
  });
}
