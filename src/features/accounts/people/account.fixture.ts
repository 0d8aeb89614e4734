import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { findSession } from '#src/features/accounts/sessions/session.ts';
import type { Telling } from '#src/features/accounts/sign-in/sign-in.ts';
import { people, type Role } from './person.table.ts';
import {
  issueSignInCode,
  signInLifeMs,
  type SignInSecrets,
} from '#src/features/accounts/sign-in/sign-in-codes.ts';

export const testSecret = 'a secret for tests only';

/** Tells nobody of a new browser. */
export const untold: Telling = {
  jobs: { enqueue: async () => undefined },
  queueMail: async () => undefined,
};

/** A person in the database, new with every call. */
export async function addPerson(
  db: Db,
  role: Role,
  now: Date,
  name = 'Runa Vestergaard',
): Promise<{ id: string; role: Role; name: string; email: string; emailKey: string }> {
  const id = uuidv7();
  const email = `Runa.${id}@halfmoon.example`;
  const person = { id, role, name, email, emailKey: emailKeyOf(email) };
  await db.insert(people).values({ ...person, createdAt: now });
  return person;
}

/** The secrets that a mail to this address would carry. */
export const issueTo = (db: Db, emailKey: string, now: Date, next?: string): Promise<SignInSecrets> =>
  issueSignInCode(db, {
    emailKey,
    secret: testSecret,
    now,
    lifeMs: signInLifeMs,
    ...(next === undefined ? {} : { next }),
  });

/** The session of a token as a visit finds it, in a studio that offers passkeys, unless it is told otherwise. */
export const visit = (
  db: Db,
  now: Date,
  token: string,
  how: Partial<Parameters<typeof findSession>[3]> = {},
) => findSession(db, now, token, { rule: 'offered', isVisit: true, ...how });
