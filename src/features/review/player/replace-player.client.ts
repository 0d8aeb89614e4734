import { importAgain } from '#src/platform/import-again.client.ts';
import { isWriting, onceFree, openDialogs } from '#src/features/notifications/live/refresh-regions.client.ts';
import { matchWith, showMatching, toggleMatching } from './match-levels.client.ts';
import { fill } from '#src/platform/fill.ts';

const linksOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('a[data-version]')];

const linkOf = (player: HTMLElement, id: string | undefined) =>
  linksOf(player).find(({ dataset }) => dataset['version'] === id);

const buttonsOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('[data-shows-version]')];

/** Returns the link to the previously shown version, else to the one that the server has paired with this one. */
function previousLink(player: HTMLElement, previousId: string | undefined): HTMLElement | undefined {
  const other = buttonsOf(player).find(({ ariaPressed }) => ariaPressed !== 'true');
  return linkOf(player, previousId) ?? linkOf(player, other?.dataset['showsVersion']);
}

/** Makes both buttons of a phone's bar show the current and the previous version, the older one first. */
function setPair(player: HTMLElement, previousId: string | undefined): void {
  const previous = previousLink(player, previousId);
  const both = linksOf(player)
    .filter((link) => link === previous || link.ariaPressed === 'true')
    .toSorted((one, other) => Number(one.dataset['number']) - Number(other.dataset['number']));
  const template = player.querySelector<HTMLElement>('[data-pair]')?.dataset['pair'] ?? '';
  const buttons = buttonsOf(player);
  if (both.length !== buttons.length) return;
  for (const [index, link] of both.entries()) {
    const button = buttons[index];
    const number = button?.querySelector('span');
    if (!button || !number) return;
    button.dataset['showsVersion'] = link.dataset['version'] ?? '';
    button.ariaPressed = link.ariaPressed;
    const text = fill(template, { number: link.dataset['number'] ?? '' });
    // A MutationObserver watches the page, so unchanged text is not written again.
    if (number.textContent !== text) number.textContent = text;
  }
}

/** Shows the version of the pressed button in that bar, if any. */
export function pressPair(player: HTMLElement, target: Element): void {
  const button = target.closest<HTMLElement>('[data-shows-version]');
  if (button) linkOf(player, button.dataset['showsVersion'])?.click();
}

// Replaces the player when another version or quality is chosen, or when the page has more to show of the current one.

/** The id of the previously shown version. */
let previousId: string | undefined;

/** A selector for the link that was pressed during a replacement. It is pressed again in the new player. */
let pressedMeanwhile: string | undefined;

const loadSwitch = importAgain(() => import('./version-switch.client.ts'));

const selectorOf = ({ dataset: { version, quality } }: HTMLAnchorElement) =>
  version !== undefined
    ? `a[data-version="${version}"]`
    : quality !== undefined
      ? `a[data-quality="${quality}"]`
      : 'a[data-next]';

/** Replaces a player, then repeats a press that happened meanwhile. */
async function whileBusy(player: HTMLElement, replace: () => Promise<void>): Promise<void> {
  player.ariaBusy = 'true';
  try {
    await replace();
  } finally {
    player.ariaBusy = null;
    const selector = pressedMeanwhile;
    pressedMeanwhile = undefined;
    if (selector) document.querySelector<HTMLElement>(`[data-player] ${selector}`)?.click();
  }
}

/**
 * Shows the version of a link in place or, if that fails, by navigation. Does neither once a comment is being written.
 */
async function showInPlace(player: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const isWanted = () => !isWriting(player);
  const { version, next } = link.dataset;
  const nextPreviousId = version ? player.dataset['player'] : next === undefined ? previousId : undefined;
  const onShow = () => void (previousId = nextPreviousId);
  const isShown = await loadSwitch()
    .then(({ showVersion }) => showVersion(player, link, { previousId: nextPreviousId, isWanted, onShow }))
    .catch(() => false);
  if (player.isConnected && !isWanted()) matchWith(player, previousId);
  else if (!isShown) location.assign(link.href);
}

/**
 * Shows the version or quality of a link in place. Returns false if a comment is being written. Of several presses the
 * last one wins.
 */
export function switchTo(player: HTMLElement, link: HTMLAnchorElement): boolean {
  if (isWriting(player)) return false;
  if (player.ariaBusy === 'true') pressedMeanwhile = selectorOf(link);
  else if (!link.ariaCurrent && link.ariaPressed !== 'true')
    void whileBusy(player, () => showInPlace(player, link));
  return true;
}

/** Returns true if the page has a better quality or a timeline that this player lacks. */
function isOutdated(player: HTMLElement): boolean {
  const { quality } = player.querySelector<HTMLElement>('a[data-quality][aria-current]')?.dataset ?? {};
  const lacksTimeline = player.querySelector('[data-timeline]') === null;
  return (
    (quality !== undefined && quality !== player.dataset['quality']) ||
    (lacksTimeline && player.querySelector('[data-measured]') !== null)
  );
}

/** Returns true if replacing the player would lose text or a press, or close a dialog. */
const isInUse = (player: HTMLElement) =>
  isWriting(player) ||
  player.matches(':active') ||
  openDialogs().some((dialog) => player.contains(dialog)) ||
  pressedMeanwhile !== undefined;

/** Players waiting to be updated once they are idle. */
const waiting = new WeakSet<HTMLElement>();

function keepUpToDateLater(player: HTMLElement): void {
  if (waiting.has(player)) return;
  waiting.add(player);
  const isBusy = () => player.isConnected && isInUse(player);
  onceFree(isBusy, () => {
    waiting.delete(player);
    if (player.isConnected) keepUpToDate(player);
  });
}

/** Replaces the player with the page's current one, at the same position, as soon as it is idle. */
export function keepUpToDate(player: HTMLElement): void {
  if (player.ariaBusy === 'true' || !isOutdated(player)) return;
  if (isInUse(player)) return keepUpToDateLater(player);
  void whileBusy(player, async () => {
    const { reloadPlayer } = await loadSwitch();
    await reloadPlayer(player, { previousId, isWanted: () => !isInUse(player), onShow: () => undefined });
    if (player.isConnected && isInUse(player)) keepUpToDateLater(player);
    // If that fails, the current version keeps playing; the next change of the page tries again.
  }).catch(() => undefined);
}

/** Makes the phone's two buttons and the level matching use the current and the previous version. */
export function pairVersions(player: HTMLElement): void {
  setPair(player, previousId);
  if (player.ariaBusy === 'true') return;
  matchWith(player, previousId);
  showMatching(player, previousId);
}

/** Matches the loudness of the shown version with another one, as if that had been shown before. */
export function pairWith(player: HTMLElement, id: string | undefined): void {
  previousId = id;
  pairVersions(player);
}

/** Toggles between equal loudness and loudness as delivered. */
export const pressMatched = (player: HTMLElement) => toggleMatching(player, previousId);

/** Switches to the previously shown version. */
export const pressPreviousVersion = (player: HTMLElement) => previousLink(player, previousId)?.click();
