import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people, type Role } from '#src/features/accounts/people/person.table.ts';
import { knownBrowsers } from '#src/features/accounts/sessions/session.table.ts';
import { rememberBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { endSessionOfToken, openSession } from '#src/features/accounts/sessions/session.ts';
import { findTrustedDays } from '#src/features/accounts/sessions/trusted-devices.ts';
import { newSignInMailKind, type QueueNewSignInMail } from '../security-log/new-sign-in.ts';
import { recordSecurityEvent, type Sender } from '../security-log/security-log.ts';
import { securityLog } from '../security-log/security-log.table.ts';
import { consumeSignInCode, consumeSignInToken, type Consumed } from './sign-in-codes.ts';
import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';

const homes: Readonly<Record<Role, string>> = { client: '/portal', team: '/desk' };

/** Returns the start page of a role. */
export const homeOf = (role: Role) => homes[role];

const isWithin = (path: string, folder: string) =>
  path === folder || /^[/?#]/.test(path.slice(folder.length));

/** Returns true if this path is in the other role's workspace or part of signing in. */
function isElsewhere(path: string, role: Role): boolean {
  const others = (['client', 'team'] as const).filter((other) => other !== role).map(homeOf);
  return [...others, '/sign-in', '/access-restricted'].some(
    (folder) => path.startsWith(folder) && isWithin(path, folder),
  );
}

/** Returns where a person goes after signing in: the requested path if their role may open it, else their start page. */
export function landingOf(role: Role, next: string | null): string {
  // Any origin works: a target on another one is refused, and only its path is used.
  const target = redirectTargetOf(next ?? undefined, 'https://own.invalid', homeOf(role));
  return isElsewhere(target, role) ? homeOf(role) : target;
}

/** The browser that a person signs in with. */
export type Browser = Sender & {
  /** The token of the session in its cookie; that session ends. */
  readonly oldToken: string | null;
  /** The token by which the browser is recognised if it has been used to sign in before. */
  readonly knownToken: string | null;
};

export type SignedIn = {
  readonly sessionId: string;
  readonly token: string;
  readonly maxAgeSeconds: number;
  /** The token by which the browser is recognised the next time. */
  readonly browserToken: string;
  /** The path to go on to. */
  readonly next: string;
};

// Sample people are offered none: they sign in with printed links, and a passkey would lock out the next user.
const shouldOfferPasskey = (person: {
  role: string;
  isSample: boolean;
  offeredAt: Date | null;
  hasPasskey: boolean;
}) => person.role === 'team' && !person.isSample && !person.hasPasskey && person.offeredAt === null;

/** The services that email a person about a sign-in with a new browser. */
export type SignInEmailServices = { readonly jobs: JobQueue; readonly queueMail: QueueNewSignInMail };

/**
 * Selects whether the person of this row has signed in before, as far as records exist. After a reset of passkeys they count as
 * having signed in.
 */
function hasSignedIn(tx: Db) {
  const browsers = tx
    .select({ personId: knownBrowsers.personId })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.personId, people.id));
  const entries = tx
    .select({ id: securityLog.id })
    .from(securityLog)
    .where(
      and(
        eq(securityLog.personId, people.id),
        inArray(securityLog.kind, ['signed-in', 'signed-in-anew', 'passkeys-reset']),
      ),
    );
  return sql<boolean>`(${people.lookedAt} is not null or ${exists(browsers)} or ${exists(entries)})`;
}

/** Records a sign-in. The person is emailed about a new browser, except at their first sign-in. */
async function record(
  tx: Db,
  now: Date,
  {
    person: { id: personId, clientId, hasSignedInBefore },
    browser,
    isNew,
  }: {
    person: { id: string; clientId: string | null; hasSignedInBefore: boolean };
    browser: Browser;
    isNew: boolean;
  },
  { jobs, queueMail }: SignInEmailServices,
): Promise<void> {
  const kind = isNew ? 'signed-in-anew' : 'signed-in';
  const subjectId = await recordSecurityEvent(tx, now, browser, { kind, personId });
  if (!isNew || !hasSignedInBefore) return;
  await queueMail(tx, { jobs, now }, { kind: newSignInMailKind, subjectId, clientId, personId });
}

/** The person who signs in, and the requested page. */
type Entering = {
  readonly who: { readonly emailKey: string } | { readonly personId: string };
  readonly next: string | null;
  readonly browser: Browser;
  /** True if they trust the device; only the team can. */
  readonly isTrusted?: boolean;
  readonly telling: SignInEmailServices;
};

/** Opens a session in the caller's transaction. Returns null if there is no such person or they may not sign in. */
export async function signInPerson(
  tx: Db,
  now: Date,
  { who, next, browser, isTrusted = false, telling }: Entering,
): Promise<SignedIn | null> {
  const isThem = 'emailKey' in who ? eq(people.emailKey, who.emailKey) : eq(people.id, who.personId);
  const own = tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.personId, people.id));
  const [person] = await tx
    .select({
      id: people.id,
      role: people.role,
      clientId: people.clientId,
      isSample: people.isSample,
      offeredAt: people.passkeyOfferedAt,
      hasPasskey: sql<boolean>`${exists(own)}`,
      hasSignedInBefore: hasSignedIn(tx),
    })
    .from(people)
    .where(and(isThem, isNull(people.disabledAt)));
  if (!person) return null;
  if (browser.oldToken !== null) await endSessionOfToken(tx, browser.oldToken);
  const trustedDays = isTrusted && person.role === 'team' ? await findTrustedDays(tx) : 0;
  const session = await openSession(tx, now, person, browser.userAgent, trustedDays);
  const { token: browserToken, isNew } = await rememberBrowser(tx, now, person.id, browser.knownToken);
  await record(tx, now, { person, browser, isNew }, telling);
  if (trustedDays > 0) {
    const details = { count: String(trustedDays) };
    await recordSecurityEvent(tx, now, browser, { kind: 'device-trusted', personId: person.id, details });
  }
  const landing = landingOf(person.role, next);
  const offer = `/sign-in/passkey?${new URLSearchParams({ next: landing }).toString()}`;
  return { ...session, browserToken, next: shouldOfferPasskey(person) ? offer : landing };
}

const enterBy = (
  tx: Db,
  now: Date,
  { emailKey, next }: Consumed,
  how: Pick<Entering, 'browser' | 'isTrusted' | 'telling'>,
) => signInPerson(tx, now, { ...how, who: { emailKey }, next });

/** Uses a link up and opens a session, in one transaction; null when the link is unknown, used or too old. */
export async function signInWithLink(
  db: Db,
  now: Date,
  { token, ...how }: { token: string } & Pick<Entering, 'browser' | 'isTrusted' | 'telling'>,
): Promise<SignedIn | null> {
  return db.transaction(async (tx) => {
    const consumed = await consumeSignInToken(tx, now, token);
    return consumed && enterBy(tx, now, consumed, how);
  });
}

/** Checks a typed code, uses it up and opens a session, in one transaction; null when the code does not hold. */
export async function signInWithCode(
  db: Db,
  now: Date,
  typed: {
    emailKey: string;
    code: string;
    secret: string;
    /** What its tries are counted under. */
    from: string;
  } & Pick<Entering, 'browser' | 'isTrusted' | 'telling'>,
): Promise<SignedIn | null> {
  return db.transaction(async (tx) => {
    const consumed = await consumeSignInCode(tx, now, typed);
    return consumed && enterBy(tx, now, consumed, typed);
  });
}
