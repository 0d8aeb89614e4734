import { loadPage, showPage } from './refresh-regions.client.ts';

/** Between the last key and the search. */
const pauseMs = 250;

/** Returns the URL of a search: that of this page, since a lead may be open next to the list. */
function addressOf(form: HTMLFormElement): string {
  const address = new URL(location.href);
  address.hash = '';
  const posted = [...new FormData(form)];
  for (const name of ['page', 'do', ...posted.map(([key]) => key)]) address.searchParams.delete(name);
  for (const [name, value] of posted)
    if (typeof value === 'string' && value.trim() !== '') address.searchParams.set(name, value.trim());
  return address.href;
}

/** Searches while one types: the address follows, the live regions show what is found, and how many it is is announced. */
function wireSearch(form: HTMLFormElement, field: HTMLInputElement): void {
  const clear = form.querySelector<HTMLElement>('[data-clear]');
  let timer: number | undefined;

  async function search(): Promise<void> {
    window.clearTimeout(timer);
    const address = addressOf(form);
    if (address === location.href) return;
    history.replaceState(history.state, '', address);
    const { page, hasMoved } = await loadPage(address);
    // Meanwhile somebody has typed on.
    if (address !== location.href) return;
    if (hasMoved) location.reload();
    else if (page) {
      showPage(page);
      const said = form.querySelector('[data-search-said]');
      if (said) said.textContent = page.getElementById('search-found')?.textContent ?? '';
    }
  }

  function onTyped(): void {
    if (clear) clear.hidden = field.value.trim() === '';
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void search(), pauseMs);
  }

  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) onTyped();
  });
  field.addEventListener('compositionend', onTyped);
  form.addEventListener('submit', () => window.clearTimeout(timer));
  // Typed before this script was here.
  if (field.value !== field.defaultValue) onTyped();
  clear?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    field.value = '';
    clear.hidden = true;
    field.focus();
    void search();
  });
}

/** Lets each search form of a page search while one types. */
export function wireSearches(root: Document): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    const field = form.querySelector<HTMLInputElement>('input[type=search]');
    if (field) wireSearch(form, field);
  }
}
