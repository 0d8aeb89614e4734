import { and, eq, isNull } from 'drizzle-orm';
import site from '#content/site.yaml';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { confirmKeyOf, issueSignInCode } from './sign-in-codes.ts';
import type { SignInReason } from './sign-in.table.ts';
import { closeSignInRequest, lockSignInRequest, type SignInMail } from './sign-in-requests.ts';

export type SignInMailServices = {
  readonly db: Db;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly origin: string;
  readonly secret: string;
  readonly clock: Clock;
};

/** A person is waiting for this email on the sign-in page, so late attempts are of no use. */
const triesWhileWaitedFor = 5;
const isWaitedFor = (reason: SignInReason) => reason === 'asked' || reason === 'confirm';

/** Finds the active person with this address; null if there is none. */
async function findActivePerson(db: Db, emailKey: string) {
  const [person] = await db
    .select({ id: people.id, clientId: people.clientId, email: people.email })
    .from(people)
    .where(and(eq(people.emailKey, emailKey), isNull(people.disabledAt)));
  return person ?? null;
}

/** Issues the code and the link of a request; null once it was handled or erased. */
const issueFor = (db: Db, requestId: string, secret: string, now: Date) =>
  db.transaction(async (tx) => {
    const request = await lockSignInRequest(tx, requestId);
    if (!request) return null;
    const { emailKey, reason, next, lifeMs } = request;
    const person = await findActivePerson(tx, emailKey);
    const key = reason === 'confirm' && person ? confirmKeyOf(person.id) : emailKey;
    const secrets = await issueSignInCode(tx, { emailKey: key, secret, now, lifeMs, next });
    return { ...secrets, reason, person, lifeMs };
  });

/**
 * Creates the job that issues a code and a link for an address and emails them. They are issued here, so that neither is ever stored
 * in plain text. An unknown address gets a code that is not emailed, so that both take the same path.
 */
export function signInMailJob(services: SignInMailServices): JobHandler<SignInMail> {
  const { db, mailer, origin, secret, clock } = services;
  return {
    async run({ requestId }, { id, attempt }) {
      const issued = await issueFor(db, requestId, secret, clock.now());
      if (!issued) return { ok: true };
      const { code, token, reason, person, lifeMs } = issued;
      if (!person) {
        await closeSignInRequest(db, requestId);
        return { ok: true };
      }
      const to = mailAddressOf(person.email);
      if (to === null) return { ok: false, permanent: true, reason: 'the address cannot receive email' };
      // Loaded on demand: the templates are large.
      const { signInMailOf } = await import('./sign-in.email.tsx');
      const messageId = messageIdOf(`${id}.sign-in-${attempt}`, origin);
      const url = reason === 'confirm' ? null : `${origin}/sign-in/link?token=${token}`;
      const sent = await mailer.send(signInMailOf({ reason, to, messageId, code, url, lifeMs }));
      if (sent.ok) await closeSignInRequest(db, requestId);
      if (sent.ok || !isWaitedFor(reason) || attempt < triesWhileWaitedFor) return sent;
      return { ...sent, permanent: true };
    },
    onPermanentFailure: ({ requestId }, why) =>
      db.transaction(async (tx) => {
        const request = await lockSignInRequest(tx, requestId);
        if (!request) return;
        await closeSignInRequest(tx, requestId);
        const person = await findActivePerson(tx, request.emailKey);
        if (!person || isWaitedFor(request.reason)) return;
        const who = person.clientId === null ? {} : { clientId: person.clientId };
        const details = { email: person.email, reason: why };
        const entry = { kind: 'sign-in-mail-failed', subjectId: person.id, ...who, details };
        await recordActivity(tx, clock.now(), { id: null, name: site.name }, entry);
      }),
  };
}
