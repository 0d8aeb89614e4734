import { waitAtMost, type After } from './delay.ts';

/** `idle`: not needed yet, or suspended; `blocked`: the browser does not allow sound yet (a gesture may help). */
export type AudioState = 'idle' | 'ready' | 'blocked' | 'unavailable';

const failures = {
  blocked: 'Sound is blocked until the browser allows it.',
  unavailable: 'Audio cannot start; notes stay silent.',
  note: 'A note could not be played.',
};

interface AudioReport {
  readonly state: () => AudioState;
  readonly setState: (next: AudioState) => void;
  /** Sets the state for a failure, and logs each kind once. */
  readonly fail: (kind: keyof typeof failures, cause?: unknown) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls every listener. */
  readonly notify: () => void;
}

/** Creates the state of the sound with its listeners. Failures are also logged to the console. */
export function createAudioReport(log: Pick<Console, 'warn'>): AudioReport {
  const listeners = new Set<() => void>();
  const reported = new Set<keyof typeof failures>();
  let state: AudioState = 'idle';
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const setState = (next: AudioState) => {
    if (next === state) return;
    state = next;
    notify();
  };
  return {
    state: () => state,
    setState,
    fail: (kind, cause) => {
      if (!reported.has(kind)) log.warn(failures[kind], ...(cause === undefined ? [] : [cause]));
      reported.add(kind);
      state = kind === 'blocked' ? 'blocked' : 'unavailable';
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify,
  };
}

export interface ContextKeeperOptions {
  readonly createContext: () => AudioContext;
  readonly page: Document;
  readonly nowMs: () => number;
  readonly after: After;
  /** Aborted when listening for gestures is over. */
  readonly signal: AbortSignal;
  /** Receives whether the context runs, is blocked, or is unavailable. */
  readonly report: AudioReport;
  /** Builds the graph of a new context. An exception counts as a failed context. */
  readonly onOpen: (context: AudioContext) => void;
  /** The context runs: play now. */
  readonly onRunning: () => void;
  /** The context's clock has stopped or is gone. Anything scheduled on it must not sound later. */
  readonly onStopped: () => void;
}

/** Keeps one audio context running despite autoplay rules, interruptions and hidden pages. */
export interface ContextKeeper {
  /** Creates the context before its first use, since the first one of a browser can take 0.2 s. */
  readonly warm: () => void;
  /**
   * Creates, resumes or replaces the context; call it in a user gesture. Returns true if it already runs; otherwise the
   * report receives the outcome within a second.
   */
  readonly wake: () => boolean;
  /** Suspends the context after a moment, until the next gesture. */
  readonly rest: () => void;
  readonly dispose: () => Promise<void>;
}

/** `resume()` and `close()` may never settle; nothing waits longer than this. */
const answerLimitMs = 1000;
/** A running context whose clock has not moved for this long is dead (iOS after an interruption). */
const standstillMs = 500;
/** Voices fade out before a hidden page's context is suspended. */
const restMs = 100;
/** Events that browsers accept as a user gesture; a touch counts only when it ends. */
const gestures = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/** Waits for a change that the browser may refuse; the context's state shows whether it did. */
async function ignoringRefusal(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch {
    // Nothing is played then, and the caller's timeout reports it.
  }
}

/** Calls `onOver` if `begin` is not followed by `end` within a second. */
function createTimeout(after: After, onOver: () => void) {
  let cancel: (() => void) | undefined;
  const end = () => {
    cancel?.();
    cancel = undefined;
  };
  const begin = () => {
    cancel ??= after(answerLimitMs, () => {
      end();
      onOver();
    });
  };
  return { begin, end };
}

/** Opens a context with its graph, and closes it again if the graph cannot be built. */
function openContext({ createContext, onOpen, report }: ContextKeeperOptions): AudioContext | undefined {
  let context: AudioContext | undefined;
  try {
    context = createContext();
    onOpen(context);
    return context;
  } catch (cause) {
    void ignoringRefusal(async () => context?.close());
    report.fail('unavailable', cause);
    return undefined;
  }
}

function onGesture(page: Document, signal: AbortSignal, listener: () => void): void {
  for (const gesture of gestures)
    page.addEventListener(gesture, listener, { capture: true, passive: true, signal });
}

/**
 * Returns a function that detects a context whose clock stands still although it claims to run; call it now and then.
 */
function createStandstillCheck(nowMs: () => number): (context: AudioContext) => boolean {
  let timeS = -1;
  let sinceMs = 0;
  return ({ state, currentTime }) => {
    if (state !== 'running' || currentTime !== timeS) sinceMs = nowMs();
    timeS = currentTime;
    return nowMs() - sinceMs > standstillMs;
  };
}

export function createContextKeeper(options: ContextKeeperOptions): ContextKeeper {
  const { page, nowMs, after, signal, report, onRunning, onStopped } = options;
  const standsStill = createStandstillCheck(nowMs);
  const timeout = createTimeout(after, () => report.fail('blocked'));
  let context: AudioContext | undefined;
  let isRunning = false;
  let cancelRest = (): void => undefined;

  const observe = () => {
    const before = isRunning;
    isRunning = context?.state === 'running';
    if (isRunning === before) return;
    report.setState(isRunning ? 'ready' : 'idle');
    if (context && isRunning) {
      standsStill(context);
      timeout.end();
      onRunning();
    } else onStopped();
  };
  const discard = async () => {
    const old = context;
    context = undefined;
    old?.removeEventListener('statechange', observe);
    observe();
    if (old && old.state !== 'closed') await ignoringRefusal(() => old.close());
  };
  const open = () => {
    context = openContext(options);
    context?.addEventListener('statechange', observe);
    if (!context) timeout.end();
  };
  const resume = async (sleeping: AudioContext) => {
    timeout.begin();
    await ignoringRefusal(() => sleeping.resume());
    observe();
  };
  const wake = () => {
    cancelRest();
    if (context && (context.state === 'closed' || standsStill(context))) void discard();
    if (!context) open();
    observe();
    if (context && !isRunning) void resume(context);
    return isRunning;
  };

  onGesture(page, signal, () => void (context && !isRunning && wake()));

  return {
    warm: () => void (context ?? open()),
    wake,
    rest: () => {
      cancelRest();
      cancelRest = after(restMs, () => void ignoringRefusal(async () => context?.suspend()));
    },
    dispose: () => {
      cancelRest();
      timeout.end();
      return waitAtMost(answerLimitMs, discard(), after);
    },
  };
}
