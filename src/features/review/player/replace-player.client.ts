import { importAgain } from '#src/platform/import-again.client.ts';
import { isWriting, onceFree, openDialogs } from '#src/features/notifications/live/refresh-regions.client.ts';
import { matchWith, showMatching, toggleMatching } from './match-levels.client.ts';
import { fill } from '#src/platform/fill.ts';

const linksOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('a[data-version]')];

const linkOf = (player: HTMLElement, id: string | undefined) =>
  linksOf(player).find(({ dataset }) => dataset['version'] === id);

const buttonsOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('[data-shows-version]')];

/** The link to the version that was shown last, else to that with which the server has paired this one. */
function previousLink(player: HTMLElement, previousId: string | undefined): HTMLElement | undefined {
  const other = buttonsOf(player).find(({ ariaPressed }) => ariaPressed !== 'true');
  return linkOf(player, previousId) ?? linkOf(player, other?.dataset['showsVersion']);
}

/** Lets both buttons of a phone's bar stand for the version that is shown and the one that was shown last, the older one first. */
function setPair(player: HTMLElement, previousId: string | undefined): void {
  const previous = previousLink(player, previousId);
  const both = linksOf(player).filter((link) => link === previous || link.ariaPressed === 'true');
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
    // The page is watched for what changes in it.
    if (number.textContent !== text) number.textContent = text;
  }
}

/** Shows the version of a button in that bar, where one was pressed. */
export function pressPair(player: HTMLElement, target: Element): void {
  const button = target.closest<HTMLElement>('[data-shows-version]');
  if (button) linkOf(player, button.dataset['showsVersion'])?.click();
}

// When a player gives its place to another: of another version or quality that was pressed, or once there is more to show of its own.

/** The version that was shown before this one. */
let previousId: string | undefined;

/** What was pressed while the player was about to be replaced, as a selector: it is pressed in the one that comes. */
let pressedMeanwhile: string | undefined;

const loadSwitch = importAgain(() => import('./version-switch.client.ts'));

const selectorOf = ({ dataset: { version, quality } }: HTMLAnchorElement) =>
  version === undefined ? `a[data-quality="${quality}"]` : `a[data-version="${version}"]`;

/** Replaces a player, and then presses what was pressed meanwhile. */
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

/** Shows the version of a link in this place, or, where that fails, as a page of its own; neither once a comment is being written. */
async function showInPlace(player: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const isWanted = () => !isWriting(player);
  const nextPreviousId = link.dataset['version'] ? player.dataset['player'] : previousId;
  const onShow = () => void (previousId = nextPreviousId);
  const isShown = await loadSwitch()
    .then(({ showVersion }) => showVersion(player, link, { previousId: nextPreviousId, isWanted, onShow }))
    .catch(() => false);
  if (player.isConnected && !isWanted()) matchWith(player, previousId);
  else if (!isShown) location.assign(link.href);
}

/**
 * Shows the version of a link, or plays its quality, in this place; false where a comment is being written. The last one that is
 * pressed stays.
 */
export function switchTo(player: HTMLElement, link: HTMLAnchorElement): boolean {
  if (isWriting(player)) return false;
  if (player.ariaBusy === 'true') pressedMeanwhile = selectorOf(link);
  else if (!link.ariaCurrent && link.ariaPressed !== 'true')
    void whileBusy(player, () => showInPlace(player, link));
  return true;
}

/** Whether the page has the quality that is wanted by now, or a timeline, and this player has not. */
function isOutdated(player: HTMLElement): boolean {
  const { quality } = player.querySelector<HTMLElement>('a[data-quality][aria-current]')?.dataset ?? {};
  const lacksTimeline = player.querySelector('[data-timeline]') === null;
  return (
    (quality !== undefined && quality !== player.dataset['quality']) ||
    (lacksTimeline && player.querySelector('[data-measured]') !== null)
  );
}

/** Whether replacing the player would lose typed text or a press, or close what is open in it. */
const isInUse = (player: HTMLElement) =>
  isWriting(player) ||
  player.matches(':active') ||
  openDialogs().some((dialog) => player.contains(dialog)) ||
  pressedMeanwhile !== undefined;

/** The players that are brought up to date when they are no longer in use. */
const waiting = new WeakSet<HTMLElement>();

function keepUpToDateLater(player: HTMLElement): void {
  if (waiting.has(player)) return;
  waiting.add(player);
  const isKept = () => player.isConnected && isInUse(player);
  onceFree(isKept, () => {
    waiting.delete(player);
    if (player.isConnected) keepUpToDate(player);
  });
}

/** Shows the player as the page has it by now, at the same place, as soon as it is not in use. */
export function keepUpToDate(player: HTMLElement): void {
  if (player.ariaBusy === 'true' || !isOutdated(player)) return;
  if (isInUse(player)) return keepUpToDateLater(player);
  void whileBusy(player, async () => {
    const { playAnew } = await loadSwitch();
    await playAnew(player, { previousId, isWanted: () => !isInUse(player), onShow: () => undefined });
    if (player.isConnected && isInUse(player)) keepUpToDateLater(player);
    // Where that fails, the present version plays on; it is tried again when the page changes.
  }).catch(() => undefined);
}

/** Lets a phone's two buttons, and their levels, stand for the version that is shown and the one before it, by what is known by now. */
export function pairVersions(player: HTMLElement): void {
  setPair(player, previousId);
  if (player.ariaBusy === 'true') return;
  matchWith(player, previousId);
  showMatching(player, previousId);
}

/** Plays both equally loud from now on, or as they were delivered. */
export const pressMatched = (player: HTMLElement) => toggleMatching(player, previousId);

/** Presses the version that was shown before this one. */
export const pressPreviousVersion = (player: HTMLElement) => previousLink(player, previousId)?.click();
