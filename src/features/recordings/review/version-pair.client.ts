import { fill } from '#src/platform/fill.ts';

const linksOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('a[data-version]')];

const linkOf = (player: HTMLElement, id: string | undefined) =>
  linksOf(player).find(({ dataset }) => dataset['version'] === id);

/** The link to the version that was shown last, else to the one before or, from the first, to the next. */
export function previousLink(player: HTMLElement, previousId: string | undefined): HTMLElement | undefined {
  const links = linksOf(player);
  const at = links.findIndex(({ ariaPressed }) => ariaPressed === 'true');
  return linkOf(player, previousId) ?? links[at === 0 ? 1 : at - 1];
}

/** Lets both buttons of a phone's bar stand for the version that is shown and the one that was shown last, the older one first. */
export function setPair(player: HTMLElement, previousId: string | undefined): void {
  const previous = previousLink(player, previousId);
  const both = linksOf(player).filter((link) => link === previous || link.ariaPressed === 'true');
  const template = player.querySelector<HTMLElement>('[data-pair]')?.dataset['pair'] ?? '';
  const buttons = player.querySelectorAll<HTMLElement>('[data-shows-version]');
  if (both.length !== buttons.length) return;
  for (const [index, link] of both.entries()) {
    const button = buttons[index];
    const number = button?.querySelector('span');
    if (!button || !number) return;
    button.dataset['showsVersion'] = link.dataset['version'] ?? '';
    button.ariaPressed = link.ariaPressed;
    number.textContent = fill(template, { number: link.dataset['number'] ?? '' });
  }
}

/** Shows the version of a button in that bar, where one was pressed. */
export function pressPair(player: HTMLElement, target: Element): void {
  const button = target.closest<HTMLElement>('[data-shows-version]');
  if (button) linkOf(player, button.dataset['showsVersion'])?.click();
}
