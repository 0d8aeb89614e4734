import { wireComparison } from '../compare/comparison.client.ts';
import { storeSetting } from './browser-settings.client.ts';
import { parseLoop } from './loop-range.ts';
import { setOwnVolume } from './match-levels.client.ts';
import type { ControlledPlayer } from './player-range.client.ts';

/** Sets the speed; the pitch is kept. */
function setSpeed(media: HTMLMediaElement, speed: number): void {
  // Loading resets the rate to the default.
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}

/** Does what a control of the player was used for. */
export function useControl(
  { player, media, range }: ControlledPlayer,
  control: HTMLInputElement | HTMLSelectElement | HTMLElement,
): void {
  const { loops } = control.dataset;
  const value = 'value' in control ? control.value : '';
  const isOf = (name: string) => control.matches(`[data-${name}]`);
  if (isOf('loop')) void range.load().then((loop) => loop?.toggle());
  const named = loops === undefined ? null : parseLoop(loops, Number(player.dataset['durationMs']));
  if (named) void range.load().then((loop) => loop?.start(named));
  if (isOf('speed')) setSpeed(media, Number(value));
  if (isOf('volume')) {
    setOwnVolume(media, Number(value));
    storeSetting('volume', value === '1' ? null : value);
  }
  if ('checked' in control) storeSetting('playOn', control.checked ? 'on' : null);
}

/** Plays both versions of a comparison in step, also one that appears once it is ready. */
export function wireCompared({ player, media, playback, range }: ControlledPlayer, panel: Element): void {
  let isWired = false;
  async function look(): Promise<void> {
    if (isWired || !player.querySelector('[data-compare]')) return;
    isWired = true;
    const loop = await range.load();
    const endLoop = () => loop?.isOn() && loop.toggle();
    if (loop) wireComparison({ player, media, playback, sound: loop.sound, endLoop });
    else isWired = false;
  }
  void look();
  new MutationObserver(() => void look()).observe(panel, { childList: true, subtree: true });
}
