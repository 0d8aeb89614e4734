import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { proveSession, type Session } from '#src/features/accounts/sessions/session.ts';
import { confirmKeyOf, consumeSignInCode } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { recordRepeatable, recordTrail, type Sender } from '#src/features/accounts/trail/record-trail.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Checks a code that was mailed to the signed-in person, uses it up and marks the session as confirmed, in one transaction. False
 * if the code is wrong, used, replaced, too old or tried too often.
 */
export async function confirmWithCode(
  db: Db,
  now: Date,
  {
    session,
    code,
    secret,
    sender,
    from,
  }: { session: Session; code: string; secret: string; sender: Sender; from: string },
): Promise<boolean> {
  const { id: personId } = session.person;
  return db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.id, personId), isNull(people.disabledAt)));
    const typed = { emailKey: confirmKeyOf(personId), code, secret, from };
    const used = person && (await consumeSignInCode(tx, now, typed));
    if (!used) {
      await recordRepeatable(tx, now, sender, { kind: 'confirm-failed', personId });
      return false;
    }
    await proveSession(tx, now, session.id);
    await recordTrail(tx, now, sender, { kind: 'confirmed', personId });
    return true;
  });
}
