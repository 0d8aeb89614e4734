import type { Db } from './database.ts';

/** Carries a refusal out of a transaction, which ends it. */
class Refused<Refusal> extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The transaction was refused');
    this.refusal = refusal;
  }
}

/** Runs this in a transaction and answers what it answers; where that is no, all that it wrote is taken back. */
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
