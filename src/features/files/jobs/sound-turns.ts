import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';

/**
 * Lets jobs that decode whole recordings run in the order in which they come, as many at once as leave one of the `cores` to the
 * visitors. One that waits has taken no recording yet.
 */
export function createSoundTurns(cores = availableParallelism()) {
  const inTurn = pLimit(Math.max(1, cores - 1));
  return <T extends object>(handler: JobHandler<T>): JobHandler<T> => ({
    ...handler,
    run: (data, job) => inTurn(() => handler.run(data, job)),
  });
}
