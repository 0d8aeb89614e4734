import { loadPage } from '#src/features/notifications/live/refresh-regions.client.ts';
import { createPageFollower } from './follow-page.ts';

// The page of a conversation shows each new line as it is said. Without this it shows them when it is loaded again.

/** The lines of a chat that goes on; a page that asks for confirmation first has none. */
const followed = '[data-lines]:not([data-over])';

/** Adds the lines of a fresh copy of the page that are not shown yet, and says how the chat stands now. */
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
