import { fill } from '#src/platform/fill.ts';

const linksOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('a[data-version]')];

const linkOf = (player: HTMLElement, id: string | undefined) =>
  linksOf(player).find(({ dataset }) => dataset['version'] === id);

const buttonsOf = (player: HTMLElement) => [...player.querySelectorAll<HTMLElement>('[data-shows-version]')];

/** The link to the version that was shown last, else to that with which the server has paired this one. */
export function previousLink(player: HTMLElement, previousId: string | undefined): HTMLElement | undefined {
  const other = buttonsOf(player).find(({ ariaPressed }) => ariaPressed !== 'true');
  return linkOf(player, previousId) ?? linkOf(player, other?.dataset['showsVersion']);
}

/** Lets both buttons of a phone's bar stand for the version that is shown and the one that was shown last, the older one first. */
export function setPair(player: HTMLElement, previousId: string | undefined): void {
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
