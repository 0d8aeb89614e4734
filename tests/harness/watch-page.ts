/** Resources that the page has requested and not released. */
interface Watched {
  frames: Set<number>;
  asked: number;
  timers: Set<number>;
  listeners: number;
  contexts: WebGL2RenderingContext[];
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the page: counts frames, timers, listeners and WebGL contexts from here on, in `window.watched`. */
export function watchPage(): void {
  const watched: Watched = { frames: new Set(), asked: 0, timers: new Set(), listeners: 0, contexts: [] };
  window.watched = watched;
  /** Replaces a method by `wrap(original)`. */
  const replace = <T extends object, K extends keyof T>(on: T, name: K, wrap: (original: T[K]) => unknown) =>
    Object.assign(on, { [name]: wrap(on[name]) });
  replace(window, 'requestAnimationFrame', (ask) => (callback: FrameRequestCallback) => {
    watched.asked += 1;
    const frame = ask.call(window, (ms) => {
      watched.frames.delete(frame);
      callback(ms);
    });
    watched.frames.add(frame);
    return frame;
  });
  replace(window, 'cancelAnimationFrame', (cancel) => (frame: number) => {
    watched.frames.delete(frame);
    cancel.call(window, frame);
  });
  replace(window, 'setTimeout', (set) => (callback: () => void, ms: number) => {
    const timer = Number(set.call(window, callback, ms));
    watched.timers.add(timer);
    return timer;
  });
  replace(window, 'clearTimeout', (clear) => (timer: number) => {
    watched.timers.delete(timer);
    clear.call(window, timer);
  });
  replace(
    EventTarget.prototype,
    'addEventListener',
    (add) =>
      function addEventListener(this: EventTarget, ...args: Parameters<typeof add>) {
        watched.listeners += 1;
        add.apply(this, args);
      },
  );
  replace(
    EventTarget.prototype,
    'removeEventListener',
    (remove) =>
      function removeEventListener(this: EventTarget, ...args: Parameters<typeof remove>) {
        watched.listeners -= 1;
        remove.apply(this, args);
      },
  );
  replace(
    HTMLCanvasElement.prototype,
    'getContext',
    (getContext) =>
      function get(this: HTMLCanvasElement, ...args: Parameters<typeof getContext>) {
        const context = getContext.apply(this, args);
        if (context instanceof WebGL2RenderingContext) watched.contexts.push(context);
        return context;
      },
  );
}
