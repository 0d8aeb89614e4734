import { within, type After } from './after.ts';
import { createAttempt } from './attempt.ts';

export interface ContextKeeperOptions {
  readonly createContext: () => AudioContext;
  readonly page: Document;
  readonly nowMs: () => number;
  readonly after: After;
  /** Aborted when listening for gestures is over. */
  readonly signal: AbortSignal;
  /** A new context: build its graph. What this throws counts as a failed context. */
  onOpen(context: AudioContext): void;
  /** The context runs: play now. */
  onRunning(): void;
  /** The context's clock has stopped or is gone: whatever was scheduled on it must not sound later. */
  onStopped(): void;
  /** The context did not run within a moment. */
  onBlocked(): void;
  onUnavailable(cause: unknown): void;
}

/** Keeps one audio context running through autoplay rules, interruptions and hidden pages. */
export interface ContextKeeper {
  /** Makes the context ahead of its first use; making the first one of a browser can take 0.2 s. */
  warm(): void;
  /** To be called in a gesture: makes, resumes or replaces the context. Whether it runs already. */
  wake(): boolean;
  /** Fulfilled with whether the context runs, at the latest when the attempt to wake it is given up. */
  settled(): Promise<boolean>;
  /** Suspends the context after a moment, until the next gesture. */
  rest(): void;
  dispose(): Promise<void>;
}

/** `resume()` and `close()` may stay pending for ever; nothing waits longer for them. */
const patienceMs = 1000;
/** A running context whose clock has not moved for this long is dead (iOS after an interruption). */
const standstillMs = 500;
/** Voices fade before a hidden page's context is suspended. */
const restMs = 100;
/** What browsers accept as a gesture; a touch counts only when it ends. */
const gestures = ['pointerdown', 'pointerup', 'touchend', 'keydown'] as const;

/** Waits for what the browser may refuse; the clock and the state of the context tell how it went. */
async function attemptTo(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch {
    // Nothing is played then, and the caller's limit says so.
  }
}

/** A new context with its graph; one whose graph cannot be built is closed again. */
function openContext(options: ContextKeeperOptions): AudioContext | undefined {
  let context: AudioContext | undefined;
  try {
    context = options.createContext();
    options.onOpen(context);
    return context;
  } catch (cause) {
    void attemptTo(async () => context?.close());
    options.onUnavailable(cause);
    return undefined;
  }
}

function onGesture(page: Document, signal: AbortSignal, listener: () => void): void {
  for (const gesture of gestures)
    page.addEventListener(gesture, listener, { capture: true, passive: true, signal });
}

/** Tells whether a context that claims to run has stood still for long; to be asked now and then. */
function createStandstill(nowMs: () => number): (context: AudioContext) => boolean {
  let timeS = -1;
  let sinceMs = 0;
  return ({ state, currentTime }) => {
    if (state !== 'running' || currentTime !== timeS) sinceMs = nowMs();
    timeS = currentTime;
    return nowMs() - sinceMs > standstillMs;
  };
}

export function createContextKeeper(options: ContextKeeperOptions): ContextKeeper {
  const { page, nowMs, after, signal } = options;
  const standsStill = createStandstill(nowMs);
  const attempt = createAttempt(patienceMs, after, () => options.onBlocked());
  let context: AudioContext | undefined;
  let isRunning = false;
  let cancelRest = (): void => undefined;

  const observe = () => {
    const before = isRunning;
    isRunning = context?.state === 'running';
    if (context && isRunning) standsStill(context);
    if (isRunning) attempt.settle(true);
    if (isRunning && !before) options.onRunning();
    if (before && !isRunning) options.onStopped();
  };
  const discard = async () => {
    const old = context;
    context = undefined;
    old?.removeEventListener('statechange', observe);
    observe();
    if (old && old.state !== 'closed') await attemptTo(() => old.close());
  };
  const open = () => {
    context = openContext(options);
    context?.addEventListener('statechange', observe);
    if (!context) attempt.settle(false);
  };
  const resume = async (sleeping: AudioContext) => {
    attempt.begin();
    await attemptTo(() => sleeping.resume());
    observe();
  };
  const wake = () => {
    cancelRest();
    if (context && (context.state === 'closed' || standsStill(context))) void discard();
    if (!context) open();
    if (context && context.state !== 'running') void resume(context);
    else observe();
    return isRunning;
  };

  onGesture(page, signal, () => void (context && !isRunning && wake()));

  return {
    warm: () => void (context ?? open()),
    wake,
    settled: () => attempt.settled(isRunning),
    rest() {
      cancelRest();
      cancelRest = after(restMs, () => void attemptTo(async () => context?.suspend()));
    },
    async dispose() {
      cancelRest();
      attempt.settle(false);
      await within(patienceMs, discard(), after);
    },
  };
}
