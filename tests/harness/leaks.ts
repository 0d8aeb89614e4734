import type { Page } from '@playwright/test';

/** What a page holds at a moment. */
export interface Holdings {
  readonly timers: number;
  readonly frames: number;
  readonly listeners: number;
  readonly openContexts: number;
  readonly canvases: number;
  readonly dialogs: number;
  readonly tracks: number;
}

/** Counts, from the start of the page, what it starts and what it gives back; call it before `goto`. */
export async function countHoldings(page: Page): Promise<() => Promise<Holdings>> {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const frames = new Set<number>();
    const contexts: AudioContext[] = [];
    const tracks: MediaStreamTrack[] = [];
    /** One entry for each listener on the window, the document, or a media query. */
    const listeners = new Map<string, Set<unknown>>();
    const ids = new WeakMap<object, number>();
    let lastId = 0;
    const idOf = (thing: object) => {
      const id = ids.get(thing) ?? (lastId += 1);
      ids.set(thing, id);
      return id;
    };

    const wrap = <Name extends 'setTimeout' | 'requestAnimationFrame'>(name: Name, held: Set<number>) => {
      const original = window[name].bind(window) as (...all: unknown[]) => number;
      const wrapped = (task: (...given: unknown[]) => void, ...rest: unknown[]) => {
        const id = original(
          (...given: unknown[]) => {
            held.delete(id);
            task(...given);
          },
          ...rest,
        );
        held.add(id);
        return id;
      };
      Object.assign(window, { [name]: wrapped });
    };
    const unwrap = (name: 'clearTimeout' | 'cancelAnimationFrame' | 'clearInterval', held: Set<number>) => {
      const original = window[name].bind(window);
      Object.assign(window, {
        [name]: (id: number) => {
          held.delete(id);
          original(id);
        },
      });
    };
    wrap('setTimeout', timers);
    wrap('requestAnimationFrame', frames);
    unwrap('clearTimeout', timers);
    unwrap('cancelAnimationFrame', frames);
    const repeat = window.setInterval.bind(window) as (...all: unknown[]) => number;
    Object.assign(window, {
      setInterval: (...all: unknown[]) => {
        const id = repeat(...all);
        timers.add(id);
        return id;
      },
    });
    unwrap('clearInterval', timers);

    const target = EventTarget.prototype;
    const isPage = (thing: unknown) =>
      thing === window || thing === document || thing === undefined || thing instanceof MediaQueryList;
    const optionsOf = (options: unknown): AddEventListenerOptions =>
      typeof options === 'object' && options ? options : { capture: options === true };
    const placeOf = (thing: unknown, type: string, options: unknown) =>
      `${idOf((thing as object | undefined) ?? window)} ${type} ${optionsOf(options).capture ?? false}`;
    target.addEventListener = new Proxy(
      Reflect.get<EventTarget, 'addEventListener'>(target, 'addEventListener'),
      {
        apply(call, thing: unknown, given: [string, object, unknown]) {
          const [type, listener, options] = given;
          const { signal, once } = optionsOf(options);
          if (isPage(thing) && listener && !once && !signal?.aborted) {
            const place = placeOf(thing, type, options);
            const held = listeners.get(place) ?? new Set();
            listeners.set(place, held.add(listener));
            signal?.addEventListener('abort', () => held.delete(listener));
          }
          return Reflect.apply(call, thing, given);
        },
      },
    );
    target.removeEventListener = new Proxy(
      Reflect.get<EventTarget, 'removeEventListener'>(target, 'removeEventListener'),
      {
        apply(call, thing: unknown, given: [string, object, unknown]) {
          const [type, listener, options] = given;
          if (isPage(thing)) listeners.get(placeOf(thing, type, options))?.delete(listener);
          return Reflect.apply(call, thing, given);
        },
      },
    );

    window.AudioContext = new Proxy(window.AudioContext, {
      construct(make, given) {
        const context = Reflect.construct(make, given) as AudioContext;
        contexts.push(context);
        return context;
      },
    });
    const { mediaDevices } = navigator;
    if (mediaDevices) {
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      };
    }

    Object.assign(window, {
      holdings: () => ({
        timers: timers.size,
        frames: frames.size,
        listeners: [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
        openContexts: contexts.filter(({ state }) => state !== 'closed').length,
        canvases: document.querySelectorAll('canvas').length,
        dialogs: document.querySelectorAll('dialog[open]').length,
        tracks: tracks.filter(({ readyState }) => readyState === 'live').length,
      }),
      contextsMade: () => contexts.length,
    });
  });
  return () => page.evaluate(() => (window as unknown as { holdings: () => Holdings }).holdings());
}

/** How many audio contexts the page has made so far. */
export const contextsMade = (page: Page) =>
  page.evaluate(() => (window as unknown as { contextsMade: () => number }).contextsMade());
