/** `idle`: nothing asked for yet, or asleep; `blocked`: the browser does not let sound start (a gesture may help). */
export type AudioState = 'idle' | 'ready' | 'blocked' | 'unavailable';

const failures = {
  blocked: 'Sound is blocked until the browser allows it.',
  unavailable: 'Audio cannot start; notes stay silent.',
  note: 'A note could not be played.',
};

export interface AudioReport {
  readonly state: () => AudioState;
  readonly setState: (next: AudioState) => void;
  /** Sets the state that a failure leads to, and warns on the console once for each kind. */
  readonly fail: (kind: keyof typeof failures, cause?: unknown) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls every listener. */
  readonly notify: () => void;
}

/** The state of the sound, with its listeners; failures are also written to the console. */
export function createAudioReport(log: Pick<Console, 'warn'>): AudioReport {
  const listeners = new Set<() => void>();
  const told = new Set<keyof typeof failures>();
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
      if (!told.has(kind)) log.warn(failures[kind], ...(cause === undefined ? [] : [cause]));
      told.add(kind);
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
