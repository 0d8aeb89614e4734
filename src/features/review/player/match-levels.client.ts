import { isSettingOn, setSetting } from './browser-settings.client.ts';
import type { MatchedLevels } from './version-links.tsx';

// Versions play equally loud, by turning the louder one down. The gain is never raised.

let isWanted = isSettingOn('matching');

/** The gain of each element, as a factor. */
const factors = new WeakMap<HTMLMediaElement, number>();

/** iOS ignores the volume property. Tested once, since showMatching runs on every change of the page. */
const probe = document.createElement('audio');
probe.volume = 0.5;
export const canTurnDown = probe.volume === 0.5;

/** Returns the volume set by the listener. */
export const ownVolumeOf = (media: HTMLMediaElement) => Math.min(1, media.volume / (factors.get(media) ?? 1));

/** Sets the listener's volume, below which a louder version is turned down. */
export const setOwnVolume = (media: HTMLMediaElement, volume: number) =>
  void (media.volume = volume * (factors.get(media) ?? 1));

function levelsOf(player: HTMLElement, otherId: string | undefined): MatchedLevels | null {
  const links = [...player.querySelectorAll<HTMLElement>('[data-version][data-levels]')];
  const link = links.find(({ dataset }) => dataset['version'] === otherId);
  return JSON.parse(link?.dataset['levels'] ?? 'null') as MatchedLevels | null;
}

/**
 * Lowers a player to the loudness of another version if it is louder. Without another version it plays as delivered.
 */
export function matchWith(player: HTMLElement, otherId: string | undefined): void {
  const media = player.querySelector<HTMLMediaElement>('audio, video');
  if (!media) return;
  const [db] = (isWanted ? levelsOf(player, otherId)?.db : null) ?? [0];
  const volume = ownVolumeOf(media);
  const factor = 10 ** (db / 20);
  factors.set(media, factor);
  media.volume = volume * factor;
}

/** Shows why two versions are not matched, if so. */
function showWhy(player: HTMLElement, why: 'device' | 'unknown' | null): void {
  const place = player.querySelector<HTMLElement>('[data-not-matched]');
  if (!place) return;
  const texts = why && (JSON.parse(place.dataset['notMatched'] ?? '{}') as Record<string, string>);
  place.hidden = why === null || player.querySelector('[data-version]') === null;
  const text = (why && texts?.[why]) ?? '';
  if (place.textContent !== text) place.textContent = text;
}

/** Shows whether versions are matched, and by how much. */
export function showMatching(player: HTMLElement, otherId: string | undefined): void {
  const toggle = player.querySelector<HTMLElement>('[data-match-levels]');
  if (!toggle) return;
  const levels = levelsOf(player, otherId);
  const why = !canTurnDown ? 'device' : otherId !== undefined && !levels ? 'unknown' : null;
  toggle.hidden = why !== null;
  showWhy(player, why);
  toggle.ariaPressed = String(isWanted);
  const text = (isWanted && why === null && levels?.text) || '';
  // A MutationObserver watches the page, so unchanged text is not written again.
  for (const place of player.querySelectorAll<HTMLElement>('[data-matched-text]')) {
    const shown = text || (place.dataset['matchedText'] ?? '');
    if (place.textContent !== shown) place.textContent = shown;
  }
}

/** Toggles between equal loudness and loudness as delivered. */
export function toggleMatching(player: HTMLElement, otherId: string | undefined): void {
  isWanted = !isWanted;
  setSetting('matching', isWanted);
  matchWith(player, otherId);
  showMatching(player, otherId);
}
