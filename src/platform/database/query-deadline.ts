import type { PGlite, Transaction } from '@electric-sql/pglite';
import { withTimeout } from '../with-timeout.ts';

export class QueryDeadlineError extends Error {
  override name = 'QueryDeadlineError';
}

export type QueryDeadline = {
  deadlineMs: number;
  /** Called when the database no longer responds. */
  onHung: () => void;
  /** Called before each statement and each transaction. */
  onBegin?: () => void;
};

const readyMs = 2000;

/** True if the database answers within two seconds. Never rejects. */
export const answersInTime = (question: Promise<unknown>): Promise<boolean> =>
  withTimeout(question, readyMs).then(
    () => true,
    () => false,
  );

/** After a PANIC (usually no space for its log) the engine stops responding, and the next call never returns. */
function isPanic(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity === 'PANIC';
}

/**
 * Adds a deadline to every statement and to the wait for a transaction to begin. After a timeout it probes once more;
 * if that fails, too, the engine hangs (as on a full disk), and `onHung` is called.
 */
export function withQueryDeadline(client: PGlite, { deadlineMs, onHung, onBegin }: QueryDeadline): PGlite {
  let isAsking = false;
  const deadlineError = () => new QueryDeadlineError(`The database did not answer within ${deadlineMs} ms`);
  const askAgain = () => {
    if (isAsking || client.closed) return;
    isAsking = true;
    withTimeout(client.query('select 1'), deadlineMs, deadlineError).then(
      () => (isAsking = false),
      (error: unknown) => {
        isAsking = false;
        if (error instanceof QueryDeadlineError && !client.closed) onHung();
      },
    );
  };
  const onTimeout = () => {
    askAgain();
    return deadlineError();
  };

  const rethrow = (error: unknown): never => {
    if (isPanic(error)) onHung();
    throw error;
  };

  const guardStatements = <C extends PGlite | Transaction>(target: C): C =>
    new Proxy(target, {
      get(object, property) {
        const member: unknown = Reflect.get(object, property, object);
        if (typeof member !== 'function') return member;
        if (property === 'query' || property === 'exec') {
          return (...args: unknown[]) => {
            if (target === client) onBegin?.();
            const work = Reflect.apply(member, object, args) as Promise<unknown>;
            return withTimeout(work, deadlineMs, onTimeout).catch(rethrow);
          };
        }
        if (property === 'transaction') return guardedTransaction;
        return member.bind(object) as unknown;
      },
    });

  const guardedTransaction = async <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => {
    onBegin?.();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let isGivenUp = false;
    const work = client.transaction((tx) => {
      if (isGivenUp) throw new QueryDeadlineError('The transaction began too late and was not run');
      begin();
      return run(guardStatements(tx));
    });
    await withTimeout(Promise.race([begun, work.then(() => undefined)]), deadlineMs, () => {
      isGivenUp = true;
      work.catch(() => undefined);
      return onTimeout();
    });
    return work.catch(rethrow);
  };

  return guardStatements(client);
}
