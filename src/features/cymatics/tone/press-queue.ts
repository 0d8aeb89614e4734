interface Press {
  readonly id: string;
  readonly hz: number;
  readonly atMs: number;
  readonly isReleased: boolean;
}

/** A tone that would sound later than this after its press is not played. */
const latestMs = 150;

/** Presses that wait for the audio context to run. */
export interface PressQueue {
  add(id: string, hz: number): void;
  release(id: string): void;
  /** Takes out all presses; those of them that are not too old yet. */
  take(): readonly Press[];
}

export function createPressQueue(nowMs: () => number): PressQueue {
  const presses = new Map<string, Press>();
  return {
    add: (id, hz) => void presses.set(id, { id, hz, atMs: nowMs(), isReleased: false }),
    release(id) {
      const press = presses.get(id);
      if (press) presses.set(id, { ...press, isReleased: true });
    },
    take() {
      const fresh = [...presses.values()].filter(({ atMs }) => nowMs() - atMs <= latestMs);
      presses.clear();
      return fresh;
    },
  };
}
