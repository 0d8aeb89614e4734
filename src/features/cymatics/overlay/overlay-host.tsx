import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { findNote, type KeyDestinationId, keyPlaces, type Note } from '#src/studio/notes.ts';
import { after } from '#src/features/cymatics/tone/delay.ts';
import { createTonePlayer } from '#src/features/cymatics/tone/tone-player.ts';
import { createInstrument } from './instrument.ts';
import { Overlay } from './overlay.tsx';

/** The state of the overlay: open or closed, and its context. */
interface OverlayState {
  readonly isOpen: boolean;
  /** Where the overlay was opened, such as `header`. */
  readonly context: string;
  open(context?: string): void;
  close(): void;
  toggle(context?: string): void;
  setContext(context: string): void;
  /** Calls the listener after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

const defaultContext = 'default';

/** Creates the overlay's state, initially closed. The context is kept after closing, until the next opening. */
export function createOverlayState(): OverlayState {
  const listeners = new Set<() => void>();
  let isOpen = false;
  let context = defaultContext;
  const set = (nextIsOpen: boolean, nextContext: string) => {
    if (nextIsOpen === isOpen && nextContext === context) return;
    isOpen = nextIsOpen;
    context = nextContext;
    for (const listener of new Set(listeners)) listener();
  };
  const open = (to = defaultContext) => set(true, to);
  const close = () => set(false, context);
  return {
    get isOpen() {
      return isOpen;
    },
    get context() {
      return context;
    },
    open,
    close,
    toggle: (to) => (isOpen ? close() : open(to)),
    setContext: (to) => set(isOpen, to),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export interface OverlayHost {
  /** Shows the overlay, whose styles are already loaded. `from` is the opener, which gets the focus back. */
  open(context?: string, from?: HTMLElement): void;
}

/** Lets the visitor see the overlay first, since creating an audio context takes a moment. */
const warmMs = 200;

/** Returns the note of an address (`?note=A4`, `C%234`, `cs4`). */
const noteIn = (address: URL) => findNote(address.searchParams.get('note'));

/** Removes the note from the address. */
function forgetNote({ location, history }: Window): void {
  const address = new URL(location.href);
  if (!noteIn(address)) return;
  address.searchParams.delete('note');
  history.replaceState(history.state, '', address);
}

/**
 * Returns the element to focus after closing: the opener, or the menu's button if the opener was in the menu, which has
 * closed.
 */
const focusTargetOf = (page: Document, from: HTMLElement | undefined) =>
  from?.closest('[popover]') ? page.querySelector<HTMLElement>('[data-menu-button]') : from;

/**
 * Follows a key's destination as a link would: scrolls smoothly to a section on the home page and focuses it
 * (frame.client.ts), elsewhere by loading the page.
 */
function followDestination(page: Document, id: KeyDestinationId): void {
  const { href } = keyPlaces[id];
  const link = page.createElement('a');
  const isHere = page.location.pathname === '/' && href.startsWith('/#');
  link.href = isHere ? href.slice(1) : href;
  page.body.append(link);
  link.click();
  link.remove();
}

/** Mounts the overlay at the end of the page, and removes it when the state is closed. */
function mountOverlay(page: Document, state: OverlayState, initialNote: Note | undefined): void {
  const host = page.createElement('div');
  page.body.append(host);
  const root = createRoot(host);
  const instrument = createInstrument({
    player: createTonePlayer({ page }),
    after,
    note: initialNote,
    onLeave: (destination) => {
      state.close();
      followDestination(page, destination);
    },
  });
  const close = () => state.close();
  const render = () =>
    root.render(<Overlay instrument={instrument} context={state.context} onClose={close} />);
  const cancelWarming = after(warmMs, () => instrument.player.warm());
  const stop = state.subscribe(() => {
    if (state.isOpen) {
      render();
      return;
    }
    stop();
    cancelWarming();
    root.unmount();
    host.remove();
    instrument.dispose();
  });
  flushSync(render);
}

/** Creates the overlay of a page. This module is loaded on demand (cymatics.client.ts). */
export function createOverlayHost(page: Document, view: Window): OverlayHost {
  const state = createOverlayState();
  return {
    open: (context, from) => {
      if (state.isOpen) return;
      const initialNote = noteIn(new URL(view.location.href));
      state.open(context);
      const stop = state.subscribe(() => {
        if (state.isOpen) return;
        stop();
        // Removed only now: the address is copied and reloaded while the overlay is open.
        forgetNote(view);
        // After the dialog, which holds the focus, is removed. The page may be scrolling to a note's destination.
        queueMicrotask(() => focusTargetOf(page, from)?.focus({ preventScroll: true }));
      });
      try {
        mountOverlay(page, state, initialNote);
      } catch (error) {
        state.close();
        throw error;
      }
    },
  };
}
