interface Press {
  readonly id: string;
  readonly hz: number;
  readonly atMs: number;
  isReleased: boolean;
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
  const presses: Press[] = [];
  return {
    add: (id, hz) => void presses.push({ id, hz, atMs: nowMs(), isReleased: false }),
    release(id) {
      for (const press of presses) if (press.id === id) press.isReleased = true;
    },
    take: () => presses.splice(0).filter(({ atMs }) => nowMs() - atMs <= latestMs),
  };
}
