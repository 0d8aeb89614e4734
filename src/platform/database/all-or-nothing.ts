import type { Db } from './database.ts';

/** Thrown to roll back a transaction with a result. */
class Refused<Refusal> extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The transaction was refused');
    this.refusal = refusal;
  }
}

/** Runs `work` in a transaction and returns its result; rolls back if the result is a refusal. */
export async function allOrNothing<Answer extends { readonly ok: boolean }>(
  db: Db,
  run: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction(async (tx) => {
      const answer = await run(tx);
      if (!answer.ok) throw new Refused(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refused) return (error as Refused<Answer>).refusal;
    throw error;
  }
}
