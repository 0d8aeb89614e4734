import { eq } from 'drizzle-orm';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf, mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { v7 as uuidv7 } from 'uuid';
import { insertPerson } from './invite-person.ts';
import { resetPasskeys } from '#src/features/accounts/passkeys/passkeys.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { noSender } from '../security-log/security-log.ts';
import { issueSignInCode, signInLifeMs } from '#src/features/accounts/sign-in/sign-in-codes.ts';

/** The invitation that the operator's command asks for. */
export type CommandInvite = {
  readonly email: string;
  readonly name: string;
  /** True to remove the person's passkeys too, if they lost theirs. */
  readonly withoutPasskeys: boolean;
};

/** Reads a command's request; null if it is not an invitation. */
export function commandInviteOf(asked: unknown): CommandInvite | null {
  const { email, name, withoutPasskeys } = (asked ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string' || typeof name !== 'string') return null;
  return { email, name, withoutPasskeys: withoutPasskeys === true };
}

/** The kind of request that commands leave for a running server. */
export const inviteRequests = 'invite';

export type CommandInvited =
  | { readonly kind: 'mailed' }
  /** The link itself, if there is no mail server. */
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'refused'; readonly reason: 'address' | 'client' | 'disabled' }
  /** The mail server did not take it: why, and the link itself. */
  | { readonly kind: 'not-sent'; readonly reason: string; readonly link: string };

export type InviteServices = {
  readonly db: Db;
  readonly mailer: Pick<Mailer, 'kind' | 'send'>;
  readonly origin: string;
  readonly secret: string;
  readonly clock: Clock;
};

const commandLine = { id: null, name: 'Command line' };

/** Makes the member unless they are there already; null, or why they cannot be one. */
async function makeMember(
  tx: Db,
  now: Date,
  { email, name, withoutPasskeys }: CommandInvite,
): Promise<'client' | 'disabled' | null> {
  const [known] = await tx
    .select()
    .from(people)
    .where(eq(people.emailKey, emailKeyOf(email)));
  if (known) {
    if (known.role !== 'team') return 'client';
    if (known.disabledAt !== null) return 'disabled';
    if (withoutPasskeys) await resetPasskeys(tx, now, commandLine, { personId: known.id, sender: noSender });
    return null;
  }
  const invited = await insertPerson(tx, now, { email, name });
  if (!invited.ok) return 'client';
  const entry = { kind: 'team-invited', subjectId: invited.personId, details: { person: name, email } };
  await recordActivity(tx, now, commandLine, entry);
  return null;
}

/** Invites a person to the team by mail, or by a link if no mail can be sent. Repeating it mails a new link. */
export async function inviteByCommand(
  { db, mailer, origin, secret, clock }: InviteServices,
  invite: CommandInvite,
): Promise<CommandInvited> {
  const to = mailAddressOf(invite.email);
  if (to === null) return { kind: 'refused', reason: 'address' };
  const now = clock.now();
  const reason = await db.transaction((tx) => makeMember(tx, now, invite));
  if (reason !== null) return { kind: 'refused', reason };
  const emailKey = emailKeyOf(invite.email);
  const issue = { emailKey, secret, now, lifeMs: signInLifeMs, next: '/desk' };
  const { code, token } = await issueSignInCode(db, issue);
  const url = `${origin}/sign-in/link?token=${token}`;
  if (mailer.kind !== 'smtp') return { kind: 'link', link: url };
  const { signInMailOf } = await import('#src/features/accounts/sign-in/sign-in.email.tsx');
  const messageId = messageIdOf(`${uuidv7()}.invited`, origin);
  const sent = await mailer.send(
    signInMailOf({ reason: 'invited', to, messageId, code, url, lifeMs: signInLifeMs }),
  );
  return sent.ok ? { kind: 'mailed' } : { kind: 'not-sent', reason: sent.reason, link: url };
}
