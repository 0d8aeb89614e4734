import { importAgain } from '#src/platform/import-again.client.ts';
import { loadOnce } from '#src/platform/load-once.client.ts';
import { storedSetting, storeSetting } from './browser-settings.client.ts';
import type { Span } from './comment-form.client.ts';
import type { PlayerLoop } from './loop-controls.client.ts';
import { canTurnDown, ownVolumeOf, setOwnVolume } from './match-levels.client.ts';
import { takeovers, type Playback } from './review-playback.client.ts';
import { createSelection } from './timeline-input.client.ts';

const loadLoop = importAgain(() => import('./loop-controls.client.ts'));
const loadControls = importAgain(() => import('./player-controls.client.ts'));

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

export type ControlledPlayer = {
  readonly player: HTMLElement;
  readonly media: HTMLMediaElement;
  readonly playback: Playback;
  readonly range: PlayerRange;
};

/** Shows the settings of this browser: volume, details, and whether the next file plays at the end. */
function showSettings(player: HTMLElement, media: HTMLMediaElement): void {
  const find = <Part extends Element>(selector: string) => player.querySelector<Part>(selector);
  const stored = storedSetting('volume');
  if (stored !== null && media.paused) setOwnVolume(media, Math.min(1, Math.abs(Number(stored)) || 0));
  const [speed, volume, playOn] = [
    find<HTMLSelectElement>('[data-speed]'),
    find<HTMLInputElement>('[data-volume]'),
    find<HTMLInputElement>('[data-play-on]'),
  ];
  if (speed) speed.value = String(media.playbackRate);
  if (volume) volume.value = String(ownVolumeOf(media));
  find('[data-volume-control]')?.toggleAttribute('hidden', !canTurnDown);
  if (playOn) playOn.checked = storedSetting('playOn') === 'on';
  const details = find<HTMLDetailsElement>('[data-details]');
  if (details) details.open = storedSetting('details') === 'open';
  details?.addEventListener('toggle', () => storeSetting('details', details.open ? 'open' : null));
}

const controls = '[data-skip-ms], [data-loop], [data-loops], [data-speed], [data-volume], [data-play-on]';

/** Wires the controls below the waveform, whose script is loaded at first use. */
export function wireControls(controlled: ControlledPlayer): void {
  const { player, media, playback, range } = controlled;
  showSettings(player, media);
  function handle(event: Event): void {
    const control = (event.target as Element).closest<HTMLElement>(controls);
    if (!control || (event.type === 'input') !== control.matches('input, select')) return;
    if (control.matches('a')) event.preventDefault();
    const { skipMs } = control.dataset;
    if (skipMs) return playback.seek(Math.max(0, playback.exactMs() + Number(skipMs)));
    void loadControls().then(
      ({ useControl }) => useControl(controlled, control),
      () => undefined,
    );
  }
  for (const type of ['click', 'input']) player.addEventListener(type, handle);
  media.addEventListener('ended', () => {
    if (storedSetting('playOn') !== null && !range.loopSpan())
      player.querySelector<HTMLElement>('[data-next]')?.click();
  });
  if (takeovers.has(player) || location.search.includes('loop=')) void range.load();
  const panel = player.querySelector('[data-comparison]');
  if (panel) void loadControls().then(({ wireCompared }) => wireCompared(controlled, panel));
}
