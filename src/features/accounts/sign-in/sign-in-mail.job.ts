import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { issueSignInCode, signInLifeMs } from './sign-in-codes.ts';
import type { SignInReason } from './sign-in.email.tsx';

export const signInMailQueue = 'sign-in-mail';

export type SignInMail = {
  readonly emailKey: string;
  /** A path of ours to go on to. */
  readonly next?: string;
  readonly reason: SignInReason;
};

export type SignInMailServices = {
  readonly db: Db;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly origin: string;
  readonly secret: string;
  readonly clock: Clock;
};

/** A mail that somebody waits for at the sign-in page is of no use when it comes much later. */
const triesWhileWaitedFor = 5;

/** Whoever may sign in with this address; null for everybody else. */
async function findActivePerson(db: Db, emailKey: string) {
  const [person] = await db
    .select({ id: people.id, role: people.role, email: people.email })
    .from(people)
    .where(and(eq(people.emailKey, emailKey), isNull(people.disabledAt)));
  return person ?? null;
}

/**
 * Makes the code and the link of an address and mails them. They are made here, so that neither is ever stored in the
 * clear. An address that belongs to nobody gets a code too, which nobody learns: it is then answered like any other.
 */
export function signInMailJob(services: SignInMailServices): JobHandler<SignInMail> {
  const { db, mailer, origin, secret, clock } = services;
  return {
    async run({ emailKey, next, reason }, { id, attempt }) {
      const now = clock.now();
      const issue = { emailKey, secret, now, lifeMs: signInLifeMs, next: next ?? null };
      const { code, token } = await issueSignInCode(db, issue);
      const person = await findActivePerson(db, emailKey);
      if (!person) return { ok: true };
      const to = mailAddressOf(person.email);
      if (to === null) return { ok: false, permanent: true, reason: 'no mail can go to this address' };
      // The templates are heavy; a start without mail does not wait for them.
      const { signInMailOf } = await import('./sign-in.email.tsx');
      const messageId = `${id}.sign-in-${attempt}@${new URL(origin).hostname.replaceAll(/[^\w.-]/g, '')}`;
      const url = `${origin}/sign-in/link?token=${token}`;
      const sent = await mailer.send(signInMailOf({ reason, to, messageId, code, url }));
      if (sent.ok || reason !== 'asked' || attempt < triesWhileWaitedFor) return sent;
      return { ...sent, permanent: true };
    },
    async onPermanentFailure({ emailKey, reason }, why) {
      const person = await findActivePerson(db, emailKey);
      if (!person || reason === 'asked') return;
      const who = person.role === 'client' ? { clientId: person.id } : {};
      await recordActivity(
        db,
        clock.now(),
        { id: null, name: 'Antinode' },
        {
          kind: 'sign-in-mail-failed',
          subjectId: person.id,
          ...who,
          details: { email: person.email, reason: why },
        },
      );
    },
  };
}
