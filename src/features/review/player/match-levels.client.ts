import { isTurnedOn, setTurnedOn } from './browser-settings.client.ts';
import type { MatchedLevels } from './version-links.tsx';

// Versions that are heard in turn are equally loud, from the first change on. Nothing is ever turned up.

let isWanted = isTurnedOn('matching');

/** How much each is turned down, as a factor. */
const factors = new WeakMap<HTMLMediaElement, number>();

/** Phones by Apple leave the volume to their keys. Tried once: what is shown is looked at with every change of the page. */
const probe = document.createElement('audio');
probe.volume = 0.5;
const canTurnDown = probe.volume === 0.5;

/** The volume that the listener has set. */
export const ownVolumeOf = (media: HTMLMediaElement) => Math.min(1, media.volume / (factors.get(media) ?? 1));

function levelsOf(player: HTMLElement, otherId: string | undefined): MatchedLevels | null {
  const links = [...player.querySelectorAll<HTMLElement>('[data-version][data-levels]')];
  const link = links.find(({ dataset }) => dataset['version'] === otherId);
  return JSON.parse(link?.dataset['levels'] ?? 'null') as MatchedLevels | null;
}

/** Turns a player down to the loudness of another version, if it is louder; as loud as delivered where none is named. */
export function matchWith(player: HTMLElement, otherId: string | undefined): void {
  const media = player.querySelector<HTMLMediaElement>('audio, video');
  if (!media) return;
  const [db] = (isWanted ? levelsOf(player, otherId)?.db : null) ?? [0];
  const volume = ownVolumeOf(media);
  const factor = 10 ** (db / 20);
  factors.set(media, factor);
  media.volume = volume * factor;
}

/** Says why two versions are not matched, where they are not. */
function showWhy(player: HTMLElement, why: 'device' | 'unknown' | null): void {
  const place = player.querySelector<HTMLElement>('[data-not-matched]');
  if (!place) return;
  const texts = why && (JSON.parse(place.dataset['notMatched'] ?? '{}') as Record<string, string>);
  place.hidden = why === null || player.querySelector('[data-version]') === null;
  const text = (why && texts?.[why]) ?? '';
  if (place.textContent !== text) place.textContent = text;
}

/** Shows whether versions are matched, and by how much the one that is shown and another one are. */
export function showMatching(player: HTMLElement, otherId: string | undefined): void {
  const toggle = player.querySelector<HTMLElement>('[data-match-levels]');
  if (!toggle) return;
  const levels = levelsOf(player, otherId);
  const why = !canTurnDown ? 'device' : otherId !== undefined && !levels ? 'unknown' : null;
  toggle.hidden = why !== null;
  showWhy(player, why);
  toggle.ariaPressed = String(isWanted);
  const text = (isWanted && why === null && levels?.text) || '';
  // The page is watched for what changes in it.
  for (const place of player.querySelectorAll<HTMLElement>('[data-matched-text]')) {
    const shown = text || (place.dataset['matchedText'] ?? '');
    if (place.textContent !== shown) place.textContent = shown;
  }
}

/** Plays both equally loud from now on, or as they were delivered. */
export function toggleMatching(player: HTMLElement, otherId: string | undefined): void {
  isWanted = !isWanted;
  setTurnedOn('matching', isWanted);
  matchWith(player, otherId);
  showMatching(player, otherId);
}
