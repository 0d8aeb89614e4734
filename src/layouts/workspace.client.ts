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

if (document.querySelector('[data-amount]')) {
  void import('#src/features/invoices/desk/amount-field.client.ts').then(({ wireAmounts }) =>
    wireAmounts(document),
  );
}
