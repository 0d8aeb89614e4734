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

/** A person waits for this mail at the sign-in page; it is of no use when it comes much later. */
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

/** Makes the code and the link of a request; null once it was answered or erased. */
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
 * Makes a code and a link for an address and mails them. They are made here, so that neither is ever stored in the clear. An
 * unknown address gets a code too, which is not mailed, so that both are answered alike.
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
      if (to === null) return { ok: false, permanent: true, reason: 'no mail can go to this address' };
      // The templates are heavy; a start without mail does not wait for them.
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
