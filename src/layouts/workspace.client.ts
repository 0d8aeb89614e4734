import { watchErrors } from '#src/studio/error-title.client.ts';

watchErrors(document);

// The header scrolls sideways: bring the current entry into view.
const row = document.querySelector<HTMLElement>('[data-header-row]');
const current = row?.querySelector<HTMLElement>('[aria-current]');
if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;

const liveStatus = document.querySelector<HTMLElement>('[data-events-after]');
if (liveStatus) {
  void import('#src/features/notifications/live/live.client.ts').then(({ followEvents }) =>
    followEvents(liveStatus),
  );
}

if (document.querySelector('[data-search]')) {
  void import('#src/features/notifications/live/search.client.ts').then(({ wireSearches }) =>
    wireSearches(document),
  );
}

const searchBox = document.querySelector<HTMLFormElement>('[data-search-box]');
searchBox?.addEventListener(
  'focusin',
  () =>
    void import('#src/desk/search/search-box.client.ts').then(({ wireSearchBox }) =>
      wireSearchBox(searchBox),
    ),
  { once: true },
);

if (document.querySelector('[data-shortcuts-dialog]')) {
  // Keys that are pressed while the script loads are for it, too.
  const signs = ['keydown', 'pointerover', 'focusin'];
  const early: Event[] = [];
  const load = (event: Event) => {
    early.push(event);
    if (early.length > 1) return;
    void import('#src/shortcuts/shortcuts.client.ts').then(({ wireShortcuts }) =>
      wireShortcuts(early, () => {
        for (const name of signs) document.removeEventListener(name, onSign);
      }),
    );
  };
  const onSign = (event: Event) => {
    const isLink = event.target instanceof Element && event.target.closest('[data-shortcuts-link]');
    if (event.type === 'keydown' || isLink) load(event);
  };
  for (const name of signs) document.addEventListener(name, onSign);
  if (document.querySelector('main [data-shortcuts]')) load(new Event('load'));
}

if (document.querySelector('[data-amount]')) {
  void import('#src/features/invoices/desk/amount-field.client.ts').then(({ wireAmounts }) =>
    wireAmounts(document),
  );
}
