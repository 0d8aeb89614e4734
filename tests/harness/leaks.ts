import type { Page } from '@playwright/test';

/** The resources of a page at one moment. */
export interface Holdings {
  readonly timers: number;
  readonly frames: number;
  readonly listeners: number;
  readonly openContexts: number;
  /** WebGL objects that have not been deleted. */
  readonly graphics: number;
  readonly canvases: number;
  readonly dialogs: number;
  readonly tracks: number;
}

/** Counts, from the start of the page, created and released resources; call it before `goto`. */
export async function countHoldings(page: Page): Promise<() => Promise<Holdings>> {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const frames = new Set<number>();
    // Weak references, so that counting keeps nothing alive.
    const contexts: WeakRef<AudioContext>[] = [];
    const graphics: WeakRef<WebGL2RenderingContext>[] = [];
    const tracks: WeakRef<MediaStreamTrack>[] = [];
    const living = <Thing extends object>(refs: readonly WeakRef<Thing>[]) =>
      refs.flatMap((ref) => ref.deref() ?? []);
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
        contexts.push(new WeakRef(context));
        return context;
      },
    });
    type GetContext = HTMLCanvasElement['getContext'];
    const getContext: GetContext = Reflect.get<HTMLCanvasElement, 'getContext'>(
      HTMLCanvasElement.prototype,
      'getContext',
    );
    HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
      apply(call, canvas: unknown, given) {
        const context: unknown = Reflect.apply(call, canvas, given);
        if (context instanceof WebGL2RenderingContext) graphics.push(new WeakRef(context));
        return context;
      },
    });
    const { mediaDevices } = navigator;
    if (mediaDevices) {
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints);
        tracks.push(...stream.getTracks().map((track) => new WeakRef(track)));
        return stream;
      };
    }

    Object.assign(window, {
      holdings: () => ({
        timers: timers.size,
        frames: frames.size,
        listeners: [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
        openContexts: living(contexts).filter(({ state }) => state !== 'closed').length,
        graphics: living(graphics).filter((context) => !context.isContextLost()).length,
        canvases: document.querySelectorAll('canvas').length,
        dialogs: document.querySelectorAll('dialog[open]').length,
        tracks: living(tracks).filter(({ readyState }) => readyState === 'live').length,
      }),
      contextsMade: () => contexts.length,
    });
  });
  return () => page.evaluate(() => (window as unknown as { holdings: () => Holdings }).holdings());
}

/** The number of audio contexts that the page has created so far. */
export const contextsMade = (page: Page) =>
  page.evaluate(() => (window as unknown as { contextsMade: () => number }).contextsMade());

/** Types of objects that must not outlive their creator. An audio node keeps its context alive, which is counted. */
const kinds = [
  'BaseAudioContext',
  'CanvasRenderingContext2D',
  'HTMLCanvasElement',
  'HTMLDialogElement',
  'MediaQueryList',
  'MediaStreamTrack',
  'ResizeObserver',
  'WebGL2RenderingContext',
  'Worker',
];

/**
 * Counts the objects in the page's memory after garbage collection: documents, nodes (including detached ones),
 * listeners, and objects of the types above.
 */
export async function countMemory(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const memory: Record<string, number> = { ...(await session.send('Memory.getDOMCounters')) };
  for (const kind of kinds) {
    const prototype = await session.send('Runtime.evaluate', { expression: `${kind}.prototype` });
    const { objects } = await session.send('Runtime.queryObjects', {
      prototypeObjectId: prototype.result.objectId ?? '',
    });
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    memory[kind] = Number(result.value);
  }
  await session.detach();
  return memory;
}
