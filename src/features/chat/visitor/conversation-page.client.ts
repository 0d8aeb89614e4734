import { loadPage } from '#src/features/notifications/live/refresh-regions.client.ts';
import { createPageFollower } from './follow-page.ts';

// Shows new lines on a conversation's page without a reload.

/** The lines of an ongoing chat; a confirmation page has none. */
const followed = '[data-lines]:not([data-over])';

/** Adds the new lines of a fresh copy of the page and updates the chat's state. */
function show(page: Document): void {
  const list = document.querySelector('[data-lines]');
  for (const line of page.querySelectorAll('[data-lines] > li'))
    if (!document.getElementById(line.id)) list?.append(document.importNode(line, true));
  const [state, newer] = [document, page].map((each) => each.getElementById('conversation-state'));
  if (state && newer) state.textContent = newer.textContent;
}

const follower = createPageFollower({
  openStream() {
    const last = document.querySelector('[data-lines] > li:last-child')?.id.replace('line-', '') ?? '0';
    return new EventSource(`${location.pathname}/events?after=${last}`);
  },
  async showNew() {
    const { status, page } = await loadPage(location.pathname);
    if (!page) return status === 404 ? 'gone' : 'failed';
    show(page);
    return page.querySelector(followed) ? 'shown' : 'gone';
  },
});

if (document.querySelector(followed)) {
  follower.open();
  addEventListener('pagehide', follower.close);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follower.open();
  });
}
