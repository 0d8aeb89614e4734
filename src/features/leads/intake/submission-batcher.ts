import { isStatementRefused } from '#src/platform/database/sql-state.ts';
import type { SubmitOutcome } from './submit-leads.ts';
import type { Submission } from './submission.ts';

export type SubmitOne = (submission: Submission) => Promise<SubmitOutcome>;

type Waiting = {
  submission: Submission;
  resolve: (outcome: SubmitOutcome) => void;
  reject: (error: unknown) => void;
};

const largestBatch = 64;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Group commit: submissions that arrive while one transaction commits go together in the next. Each call resolves after its
 * own commit and rejects when it was not stored. A batch that the database refuses is tried again one by one, so that a bad
 * submission fails alone.
 */
export function createSubmissionBatcher(
  submitAll: (submissions: readonly Submission[]) => Promise<SubmitOutcome[]>,
): SubmitOne {
  const queue: Waiting[] = [];
  let isRunning = false;

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await submitAll(batch.map(({ submission }) => submission));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new Error('A submission went without an outcome'));
      });
    } catch (error) {
      if (batch.length > 1 && isStatementRefused(error)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  // The embedded database answers without ever letting the event loop turn: requests that have arrived meanwhile are read
  // only here, turn by turn, for as long as more keep coming.
  async function gather(): Promise<void> {
    for (let gathered = 0; gathered < queue.length && gathered < largestBatch;) {
      gathered = queue.length;
      await nextTurn();
    }
  }

  async function drain(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      await gather();
      await settle(queue.splice(0, largestBatch));
    }
    isRunning = false;
  }

  return (submission) =>
    new Promise((resolve, reject) => {
      queue.push({ submission, resolve, reject });
      if (!isRunning) void drain();
    });
}
