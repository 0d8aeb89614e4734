import { notes, type Note } from '#src/features/site/notes.ts';
import { mountOverlay } from './mount-overlay.tsx';
import { createOverlayState } from './overlay-state.ts';

export interface OverlayHost {
  /** Shows the overlay, once it stands. `from` is what opened it and gets the focus back. */
  open(context?: string, from?: HTMLElement): Promise<void>;
}

/** The note that the address asks for (`?note=A4`, `C%234`, `cs4`). It is taken out of the address. */
function takeNote({ location, history }: Window): Note | undefined {
  const address = new URL(location.href);
  const slug = address.searchParams.get('note')?.toLowerCase().replace('#', 's');
  const note = notes.find((candidate) => candidate.slug === slug);
  if (note) {
    address.searchParams.delete('note');
    history.replaceState(history.state, '', address);
  }
  return note;
}

/** What opened the overlay, or the menu's button when that was an entry of the menu, which has closed. */
const placeOf = (page: Document, from: HTMLElement | undefined) =>
  from?.closest('[popover]') ? page.querySelector<HTMLElement>('[data-menu-button]') : from;

/** The overlay of a page. It loads when somebody turns to it (cymatics.client.ts). */
export function createOverlayHost(page: Document, view: Window): OverlayHost {
  const state = createOverlayState();
  return {
    open: async (context, from) => {
      if (state.isOpen) return;
      const initialNote = takeNote(view);
      state.open(context);
      const stop = state.subscribe(() => {
        if (state.isOpen) return;
        stop();
        // Not before the dialog, which holds the focus, has gone; and the page may be scrolling to where a note led.
        queueMicrotask(() => placeOf(page, from)?.focus({ preventScroll: true }));
      });
      try {
        await mountOverlay(page, state, initialNote ? { initialNote } : {});
      } catch (error) {
        state.close();
        throw error;
      }
    },
  };
}
