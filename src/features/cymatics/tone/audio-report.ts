/** `idle`: nothing asked for yet, or asleep; `blocked`: the browser does not let sound start (a gesture may help). */
export type AudioState = 'idle' | 'ready' | 'blocked' | 'unavailable';

const failures = {
  blocked: 'Sound is blocked until the browser allows it.',
  unavailable: 'Audio cannot start; notes stay silent.',
  note: 'A note could not be played.',
};

export interface AudioReport {
  readonly state: () => AudioState;
  readonly become: (next: AudioState) => void;
  /** Tells the console once for each kind of failure. */
  readonly fail: (kind: keyof typeof failures, cause?: unknown) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls every listener. */
  readonly tell: () => void;
}

/** Keeps and tells how the sound is doing. */
export function createAudioReport(log: Pick<Console, 'warn'>): AudioReport {
  const listeners = new Set<() => void>();
  const told = new Set<keyof typeof failures>();
  let state: AudioState = 'idle';
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const become = (next: AudioState) => {
    if (next === state) return;
    state = next;
    tell();
  };
  return {
    state: () => state,
    become,
    fail: (kind, cause) => {
      if (!told.has(kind)) log.warn(failures[kind], ...(cause === undefined ? [] : [cause]));
      told.add(kind);
      state = kind === 'blocked' ? 'blocked' : 'unavailable';
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell,
  };
}
