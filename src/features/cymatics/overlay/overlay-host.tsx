import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { findNote, type KeyDestinationId, keyPlaces, type Note } from '#src/studio/notes.ts';
import { after } from '#src/features/cymatics/tone/delay.ts';
import { createTonePlayer } from '#src/features/cymatics/tone/tone-player.ts';
import { createInstrument } from './instrument.ts';
import { Overlay } from './overlay.tsx';

/** Whether the overlay is open, and what it was opened for. */
interface OverlayState {
  readonly isOpen: boolean;
  /** The place that the overlay was opened from, such as `header`. */
  readonly context: string;
  open(context?: string): void;
  close(): void;
  toggle(context?: string): void;
  setContext(context: string): void;
  /** Calls back after every change; returns how to stop. */
  subscribe(listener: () => void): () => void;
}

const defaultContext = 'default';

/** The overlay's state: closed at first. The context stays after closing, until the next opening. */
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
  /** Shows the overlay, whose styles the page has by now. `from` is what opened it and gets the focus back. */
  open(context?: string, from?: HTMLElement): void;
}

/** When the visitor has had time to see what opened; making an audio context takes a moment. */
const warmMs = 200;

/** The note that an address asks for (`?note=A4`, `C%234`, `cs4`). */
const noteIn = (address: URL) => findNote(address.searchParams.get('note'));

/** Takes the note out of the address. */
function forgetNote({ location, history }: Window): void {
  const address = new URL(location.href);
  if (!noteIn(address)) return;
  address.searchParams.delete('note');
  history.replaceState(history.state, '', address);
}

/** Returns the element to focus after closing: the opener, or the menu's button if the opener was in the menu, which has closed. */
const focusTargetOf = (page: Document, from: HTMLElement | undefined) =>
  from?.closest('[popover]') ? page.querySelector<HTMLElement>('[data-menu-button]') : from;

/**
 * Goes where a key leads, as a link would: on the home page to the section, smoothly and taking the focus along
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

/** Shows the overlay at the end of the page until the state says that it is closed; then nothing of it is left. */
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

/** Makes the overlay of a page. This module loads when it is first wanted (cymatics.client.ts). */
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
        // Not before: the address is copied and loaded again while the overlay is open.
        forgetNote(view);
        // Not before the dialog, which holds the focus, has gone; and the page may be scrolling to where a note led.
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
