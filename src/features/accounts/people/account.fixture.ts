import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { findSession, type Person } from '#src/features/accounts/sessions/session.ts';
import type { SignInEmailServices } from '#src/features/accounts/sign-in/sign-in.ts';
import { clients } from './client.table.ts';
import { people, type Role } from './person.table.ts';
import {
  issueSignInCode,
  signInLifeMs,
  type SignInSecrets,
} from '#src/features/accounts/sign-in/sign-in-codes.ts';

export const testSecret = 'a secret for tests only';

/** Sends no mail about a new browser. */
export const untold: SignInEmailServices = {
  jobs: { enqueue: async () => undefined },
  queueMail: async () => undefined,
};

/** Adds a person, new with every call: on the team, or of a new client with an id of its own. */
export async function addPerson<R extends Role>(
  db: Db,
  role: R,
  now: Date,
  name = 'Runa Vestergaard',
): Promise<Extract<Person, { readonly role: R }> & { readonly emailKey: string }> {
  const id = uuidv7();
  const email = `Runa.${id}@halfmoon.example`;
  const clientId = uuidv7();
  if (role === 'client') await db.insert(clients).values({ id: clientId, name, createdAt: now });
  const of = role === 'client' ? ({ clientId, permission: 'approve' } as const) : {};
  const person = { id, role, name, email, canSeeMoney: role === 'team', ...of, emailKey: emailKeyOf(email) };
  await db.insert(people).values({ ...person, createdAt: now });
  return person as never;
}

/** Issues the code and link that an email to this address would contain. */
export const issueTo = (db: Db, emailKey: string, now: Date, next?: string): Promise<SignInSecrets> =>
  issueSignInCode(db, {
    emailKey,
    secret: testSecret,
    now,
    lifeMs: signInLifeMs,
    ...(next === undefined ? {} : { next }),
  });

/** Finds the session of a token as a visit does, in a studio that offers passkeys by default. */
export const visit = (
  db: Db,
  now: Date,
  token: string,
  how: Partial<Parameters<typeof findSession>[3]> = {},
) => findSession(db, now, token, { rule: 'offered', isVisit: true, ...how });
