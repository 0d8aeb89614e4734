/** Whether the overlay is open, and what it was opened for. */
export interface OverlayState {
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
