import { createRoot } from 'react-dom/client';
import type { Note } from '#src/features/site/notes.ts';
import type { OverlayState } from './overlay-state.ts';

/** Shows the overlay at the end of the page until the state says that it is closed. */
export async function mountOverlay(
  page: Document,
  state: OverlayState,
  { initialNote }: { readonly initialNote?: Note },
): Promise<void> {
  const host = page.createElement('dialog');
  host.ariaLabel = 'Cymatics Navigation';
  page.body.append(host);
  const root = createRoot(host);
  root.render(<p tabIndex={-1}>{initialNote?.id ?? 'C4'}</p>);
  host.addEventListener('close', () => state.close());
  const stop = state.subscribe(() => {
    if (state.isOpen) return;
    stop();
    root.unmount();
    host.remove();
  });
  host.showModal();
}
