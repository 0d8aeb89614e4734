import { loadPage } from '#src/features/notifications/live/refresh-regions.client.ts';

/** Between the last key and the search. */
const pauseMs = 120;

type Box = { readonly form: HTMLFormElement; readonly field: HTMLInputElement };
type Place = { readonly element: HTMLElement; readonly list: HTMLElement; readonly status: HTMLElement };

/** Shows and hides the list, and moves through its options while the focus stays in the field. */
function createList({ field }: Box, { element, list, status }: Place) {
  let active = -1;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')];
  const isOpen = () => !element.hidden;
  const choose = (place: number) => {
    const all = options();
    active = all.length === 0 ? -1 : (place + all.length + 1) % (all.length + 1);
    // One place after the last option is the field itself.
    if (active === all.length) active = -1;
    for (const [n, option] of all.entries()) option.setAttribute('aria-selected', String(n === active));
    const chosen = all[active];
    if (chosen) {
      field.setAttribute('aria-activedescendant', chosen.id);
      chosen.scrollIntoView({ block: 'nearest' });
    } else field.removeAttribute('aria-activedescendant');
  };
  const setOpen = (toOpen: boolean) => {
    element.hidden = !toOpen;
    field.setAttribute('aria-expanded', String(toOpen));
    if (!toOpen) {
      active = -1;
      field.removeAttribute('aria-activedescendant');
    }
  };
  return {
    isOpen,
    setOpen,
    move: (by: 1 | -1) => choose(active < 0 && by < 0 ? options().length - 1 : active + by),
    chosen: () => options()[active],
    show(found: HTMLElement) {
      list.replaceChildren(...found.childNodes);
      setOpen(true);
      choose(-1);
      status.textContent = found.dataset['count'] ?? '';
    },
  };
}

/** Returns the suggestions for a search; null if they cannot be loaded. */
async function loadOptions(query: string): Promise<HTMLElement | null> {
  const { page } = await loadPage(`/desk/search/list?${new URLSearchParams({ q: query }).toString()}`);
  return page?.querySelector<HTMLElement>('[data-search-options]') ?? null;
}

type Wired = {
  readonly field: HTMLInputElement;
  readonly options: ReturnType<typeof createList>;
  readonly search: () => Promise<void>;
  readonly close: () => void;
};

function onKey(event: KeyboardEvent, { field, options, search, close }: Wired): void {
  if (event.isComposing) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (options.isOpen()) options.move(event.key === 'ArrowDown' ? 1 : -1);
    else void search();
  } else if (event.key === 'Enter' && options.isOpen() && options.chosen()) {
    event.preventDefault();
    options.chosen()?.click();
    close();
  } else if (event.key === 'Escape') {
    // The first one closes the list, the next one clears the field and leaves it.
    event.preventDefault();
    event.stopPropagation();
    if (options.isOpen()) return close();
    field.value = '';
    field.blur();
  }
}

/** Suggests while one types in the box of the header: arrow keys, Enter and Escape (WAI-ARIA's combobox with a list). */
export function wireSearchBox(form: HTMLFormElement): void {
  const field = form.querySelector('input');
  const element = document.querySelector<HTMLElement>('[data-search-place]');
  const list = element?.querySelector<HTMLElement>('[role=listbox]');
  const status = element?.querySelector<HTMLElement>('[data-search-count]');
  if (!field || !element || !list || !status) return;
  const options = createList({ form, field }, { element, list, status });
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
  }))
    field.setAttribute(name, value);

  let timer: number | undefined;
  let latest = 0;
  async function search(): Promise<void> {
    latest += 1;
    const mine = latest;
    const query = field?.value.trim() ?? '';
    if (query === '') return options.setOpen(false);
    const found = await loadOptions(query);
    if (found && mine === latest && document.activeElement === field) options.show(found);
  }
  const plan = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void search(), pauseMs);
  };
  const close = () => {
    window.clearTimeout(timer);
    latest += 1;
    options.setOpen(false);
  };

  field.addEventListener('input', plan);
  field.addEventListener('focus', () => field.value.trim() !== '' && plan());
  field.addEventListener('keydown', (event) => onKey(event, { field, options, search, close }));
  // Pressing an option must not take the focus from the field before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) close();
  });
  field.addEventListener('blur', close);
  // Typed before this script was here.
  if (field.value.trim() !== '' && document.activeElement === field) plan();
}
