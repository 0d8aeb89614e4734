import { fill } from '#src/platform/fill.ts';
import { wireDragOnto } from '#src/workspace/drag-onto.client.ts';

const rowsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-title-row]')];

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-title-row]') : null;

/** Returns a text in the form in which a search compares it. */
const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The list of a playlist: the chosen titles, in order, and the others. */
class Playlist {
  readonly #root: HTMLElement;
  readonly #chosen: HTMLElement;
  readonly #others: HTMLElement;

  constructor(root: HTMLElement, chosen: HTMLElement, others: HTMLElement) {
    this.#root = root;
    this.#chosen = chosen;
    this.#others = others;
  }

  /** Numbers the chosen rows; the fields of the others are not sent. */
  number(): void {
    for (const [index, row] of rowsIn(this.#chosen).entries()) {
      const position = row.querySelector<HTMLInputElement>('[data-position] input');
      if (position) position.value = String(index + 1);
      row.draggable = true;
      for (const field of row.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
        field.disabled = false;
    }
    for (const row of rowsIn(this.#others)) {
      row.draggable = false;
      for (const field of row.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
        'input:not([type=checkbox]), select',
      ))
        field.disabled = true;
    }
  }

  #say(kind: 'added' | 'removed' | 'moved', row: HTMLElement): void {
    const rows = rowsIn(this.#chosen);
    const status = this.#root.querySelector<HTMLElement>('[data-list-status]');
    if (status)
      status.textContent = fill(this.#root.dataset[kind] ?? '', {
        name: row.dataset['titleRow'] ?? '',
        number: String(rows.indexOf(row) + 1),
        count: String(rows.length),
      });
  }

  /** Moves a row to the list that its checkbox says; the checkbox keeps the focus. */
  place(row: HTMLElement, box: HTMLInputElement): void {
    const isFocused = document.activeElement === box;
    if (box.checked) this.#chosen.append(row);
    else this.#others.prepend(row);
    this.number();
    if (isFocused) box.focus();
    this.#say(box.checked ? 'added' : 'removed', row);
  }

  /** Moves a chosen row before another one, or behind it if it comes from above. */
  moveTo(row: HTMLElement, target: HTMLElement): void {
    const rows = rowsIn(this.#chosen);
    if (rows.indexOf(row) < rows.indexOf(target)) target.after(row);
    else target.before(row);
    this.number();
    this.#say('moved', row);
  }

  /** Moves a chosen row by one; the button keeps the focus. */
  step(row: HTMLElement, button: HTMLElement): void {
    const other = button.dataset['move'] === 'up' ? row.previousElementSibling : row.nextElementSibling;
    if (!(other instanceof HTMLElement)) return;
    this.moveTo(row, other);
    button.focus();
  }

  isChosen(row: HTMLElement | null): row is HTMLElement {
    return row !== null && this.#chosen.contains(row);
  }

  /** Shows the other titles that contain these letters. */
  search(text: string): void {
    const rows = rowsIn(this.#others);
    for (const row of rows) row.hidden = !folded(row.dataset['titleRow'] ?? '').includes(folded(text.trim()));
    const said = this.#root.querySelector<HTMLElement>('[data-not-found]');
    const isFound = rows.length === 0 || rows.some(({ hidden }) => !hidden);
    if (said) said.textContent = isFound ? '' : (said.dataset['notFound'] ?? '');
  }
}

/** Makes the titles of a playlist movable and searchable; without this, positions are typed. */
export function wirePlaylist(root: HTMLElement): void {
  const [chosen, others] = ['[data-chosen]', '[data-others]'].map((selector) =>
    root.querySelector<HTMLElement>(selector),
  );
  if (!chosen || !others) return;
  const playlist = new Playlist(root, chosen, others);
  root.dataset['scripted'] = '';
  for (const hidden of root.querySelectorAll<HTMLElement>(
    '[data-handle], [data-moves], [data-search-titles]',
  ))
    hidden.hidden = false;
  playlist.number();
  root.addEventListener('change', ({ target }) => {
    const row = rowOf(target);
    if (row && target instanceof HTMLInputElement && target.type === 'checkbox') playlist.place(row, target);
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-move]') : null;
    const row = rowOf(target);
    if (button && row) playlist.step(row, button);
  });
  const search = root.querySelector<HTMLInputElement>('[data-search-titles] input');
  search?.addEventListener('input', () => playlist.search(search.value));
  // Enter would send the form.
  search?.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  wireDragOnto<HTMLElement, HTMLElement>(root, {
    sourceAt(event) {
      // Text in a field can be selected and dragged as usual.
      const isText = event.target instanceof Element && event.target.closest('input, select') !== null;
      const row = isText ? null : rowOf(event.target);
      return playlist.isChosen(row) ? row : null;
    },
    targetAt(event, source) {
      const row = rowOf(event.target);
      return playlist.isChosen(row) && row !== source ? row : null;
    },
    drop: (row, target) => playlist.moveTo(row, target),
  });
}
