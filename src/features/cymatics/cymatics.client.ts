import type { Opener } from '#src/studio/openers.client.ts';
import { loadStyleSheet } from '#src/ui/load-style-sheet.client.ts';
import type { OverlayHost } from './overlay/overlay-host.tsx';
import overlaySheet from './overlay/overlay.css?url';

/** `?note=A4`, `C%234` or `cs4`, in any case. The overlay's code contains the table of notes. */
const noteInAddress = /[?&]note=([acdfg](%23|s)?|[be])4(&|$)/i;

/** https://wicg.github.io/netinfo/, in browsers that have it. */
interface Connection {
  readonly effectiveType: string;
  readonly saveData?: boolean;
}

/**
 * Opens Cymatics Navigation. Its code loads when the visitor points at or focuses an opener, or on a fast connection
 * when the browser is idle after the first gesture on the page. `?note=A4` opens it on that note.
 */
export function cymaticsOpener(page: Document, view: Window): Opener {
  const load = async () => {
    // In parallel with the code.
    const styles = loadStyleSheet(page, overlaySheet);
    const code = await import('./overlay/overlay-host.tsx');
    await styles;
    return code.createOverlayHost;
  };
  // If loading fails, it is retried when needed. A browser that caches a failed module then follows the link.
  const warm = () => load().catch(() => undefined);
  let host: OverlayHost | undefined;
  let isWanted = false;
  let isLoading = false;

  const open = async (context: string | undefined, fallback: string, from?: HTMLElement) => {
    isWanted = true;
    if (isLoading) return;
    isLoading = true;
    try {
      const createOverlayHost = await load();
      host ??= createOverlayHost(page, view);
      if (isWanted) host.open(context, from);
    } catch {
      if (isWanted) view.location.assign(fallback);
    }
    isLoading = false;
  };

  for (const opener of page.querySelectorAll('[data-opens^=cymatics]')) opener.role = 'button';
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') isWanted = false;
  });
  let hasGesture = false;
  for (const gesture of ['pointerdown', 'keydown']) {
    page.addEventListener(gesture, ({ target }) => {
      // A visitor who chats or fills in a form is busy, and the chat promises not to send anything meanwhile.
      if (hasGesture || (target as Element).closest('dialog,form,[data-opens]')) return;
      hasGesture = true;
      const { connection } = view.navigator as { connection?: Connection };
      if (connection?.effectiveType === '4g' && !connection.saveData)
        view.requestIdleCallback(() => void warm());
    });
  }
  if (noteInAddress.test(view.location.search)) void open('link', '/cymatics');
  return {
    warm,
    open: (kind, from) => {
      void open(kind.split(':')[1], (from as HTMLAnchorElement).href, from);
      return true;
    },
  };
}
