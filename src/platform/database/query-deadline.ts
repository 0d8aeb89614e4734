import type { PGlite, Transaction } from '@electric-sql/pglite';

export class QueryDeadlineError extends Error {
  override name = 'QueryDeadlineError';
}

export type QueryDeadline = {
  deadlineMs: number;
  /** Called when the database answers nothing at all any more. */
  onHung: () => void;
};

/** Rejects when `work` has not settled in time; the work itself cannot be called back. */
export async function within<T>(work: Promise<T>, deadlineMs: number, onMiss?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const miss = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onMiss?.();
      reject(new QueryDeadlineError(`The database did not answer within ${deadlineMs} ms`));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, miss]);
  } finally {
    clearTimeout(timer);
  }
}

/** After a PANIC (no room for its log, most likely) the engine answers nothing more, and the next call never returns. */
function isPanic(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity === 'PANIC';
}

/**
 * The same client with a deadline on every statement and on the wait for a transaction to begin.
 * After a miss it asks once more; silence then means the engine hangs (a full disk does that), and `onHung` is called.
 */
export function withQueryDeadline(client: PGlite, { deadlineMs, onHung }: QueryDeadline): PGlite {
  let isAsking = false;
  const onMiss = () => {
    if (isAsking || client.closed) return;
    isAsking = true;
    within(client.query('select 1'), deadlineMs).then(
      () => (isAsking = false),
      (error: unknown) => {
        isAsking = false;
        if (error instanceof QueryDeadlineError && !client.closed) onHung();
      },
    );
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
            const work = Reflect.apply(member, object, args) as Promise<unknown>;
            return within(work, deadlineMs, onMiss).catch(rethrow);
          };
        }
        if (property === 'transaction') return guardedTransaction;
        return member.bind(object) as unknown;
      },
    });

  const guardedTransaction = async <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let isGivenUp = false;
    const work = client.transaction((tx) => {
      if (isGivenUp) throw new QueryDeadlineError('The transaction began too late and was not run');
      begin();
      return run(guardStatements(tx));
    });
    await within(Promise.race([begun, work.then(() => undefined)]), deadlineMs, () => {
      isGivenUp = true;
      work.catch(() => undefined);
      onMiss();
    });
    return work.catch(rethrow);
  };

  return guardStatements(client);
}
