import type { After } from './after.ts';

/** Something tried whose answer may never come. */
export interface Attempt {
  /** Starts the wait, unless one is under way. */
  begin(): void;
  settle(isSuccess: boolean): void;
  /** Fulfilled when the wait is over; at once with `otherwise` when there is none. */
  settled(otherwise: boolean): Promise<boolean>;
}

/** Gives up, and says so, `patienceMs` after the beginning. */
export function createAttempt(patienceMs: number, after: After, onGivenUp: () => void): Attempt {
  let cancel: (() => void) | undefined;
  let waiters: ((isSuccess: boolean) => void)[] = [];
  const settle = (isSuccess: boolean) => {
    cancel?.();
    cancel = undefined;
    const answered = waiters;
    waiters = [];
    for (const answer of answered) answer(isSuccess);
  };
  return {
    begin() {
      cancel ??= after(patienceMs, () => {
        settle(false);
        onGivenUp();
      });
    },
    settle,
    settled: (otherwise) =>
      cancel ? new Promise((resolve) => void waiters.push(resolve)) : Promise.resolve(otherwise),
  };
}
