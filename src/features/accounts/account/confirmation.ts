import words from '#content/accounts.yaml';
import type { RouteRequest } from '../access/action.ts';
import { type Session, proveSession } from '#src/features/accounts/sessions/session.ts';
import { browserTokenOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { askForCode, countTry, type Asker } from '../sign-in/request-code.ts';
import {
  senderOf,
  recordRepeatable,
  recordSecurityEvent,
  type Sender,
} from '../security-log/security-log.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/own-cookie.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { bodyLimitBytes } from '#src/platform/http/read-body.ts';
import { readBytes } from '#src/platform/http/read-form.ts';
import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { confirmKeyOf, consumeSignInCode } from '#src/features/accounts/sign-in/sign-in-codes.ts';
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
    await recordSecurityEvent(tx, now, sender, { kind: 'confirmed', personId });
    return true;
  });
}

type Entries = Readonly<Record<string, string>>;

/** The request that was interrupted to ask for a confirmation. */
export type Interrupted = {
  /** A path of ours. */
  readonly to: string;
  /** Was it a form that they sent? Then it is sent again with these fields. */
  readonly isPost: boolean;
  readonly entries: Entries;
};

/** The state of the confirmation's page. */
export type Confirmation = Interrupted & {
  readonly step: 'ask' | 'enter' | 'done';
  readonly error: string | null;
  readonly status: 200 | 403 | 422 | 429;
};

type Posted = RouteRequest<'services' | 'client'> & { readonly locals: { readonly session: Session } };

/** The name of the field with the code, apart from the fields of the form that goes on. */
export const codeField = 'confirm_code';

const home = '/account';
const ownOrigin = 'https://own.invalid';
const notCached = { 'cache-control': 'private, no-store' };

const goTo = (status: 303 | 307, location: string) =>
  new Response(null, { status, headers: { ...notCached, location } });

/** A download would leave the page as it was: it is offered as a link. */
const isFile = (path: string) => /\.\w+$/.test(new URL(path, ownOrigin).pathname);

/**
 * Redirects a confirmed person: repeats their form (307), or opens the page that they wanted. A file leads back to this page, which
 * offers it.
 */
const goOn = ({ to, isPost }: Interrupted) => {
  if (isPost) return goTo(307, to);
  return goTo(303, isFile(to) ? `/confirm?${new URLSearchParams({ next: to }).toString()}` : to);
};

/** More than any form that is kept: the team's largest carries the rows of an import. */
const mostBytes = { team: 8 * 1024 * 1024, client: bodyLimitBytes } as const;

async function entriesOf(request: Request, role: keyof typeof mostBytes): Promise<Entries> {
  const body = await readBytes(request, mostBytes[role]);
  const parsed = body && parseBody(request.headers.get('content-type') ?? '', Buffer.from(body));
  return parsed?.ok ? parsed.entries : {};
}

const withoutOurs = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name !== codeField));

/** What a request that the policy stopped was about to do; a larger one than usual came from the team. */
export async function interruptedBy(request: Request, url: URL): Promise<Interrupted> {
  const isPost = request.method === 'POST';
  return {
    to: url.pathname + url.search,
    isPost,
    entries: isPost ? withoutOurs(await entriesOf(request, 'team')) : {},
  };
}

function askerOf({ request, locals: { client, services } }: Posted): Asker {
  const browserToken = browserTokenOf(request.headers.get('cookie'), isSecure(services.config, client));
  return { network: networkOf(client.address), browserToken };
}

async function enterCode(
  posted: Posted,
  typed: string,
  going: Interrupted,
): Promise<Response | Confirmation> {
  const { services, session, client } = posted.locals;
  const { errors } = words.signIn;
  const refuse = (status: 422 | 429, error: string): Confirmation => ({
    ...going,
    step: 'enter',
    error,
    status,
  });
  const { email } = session.person;
  const counted = await countTry(services, { email, asker: askerOf(posted) });
  if (!counted.ok) return refuse(429, errors.tooMany);
  const { db, clock, secret } = services;
  const sender = senderOf(posted.request, client);
  const answer = { session, code: typed.replaceAll(/\D/g, ''), secret, sender, from: counted.from };
  return (await confirmWithCode(db, clock.now(), answer)) ? goOn(going) : refuse(422, errors.code);
}

/**
 * Takes what is posted to `/confirm`, and says what the page shows. `interrupted` is what the policy stopped just now; without
 * it the address says where to go on.
 */
export async function handleConfirmation(
  posted: Posted,
  interrupted: Interrupted | undefined,
): Promise<Response | Confirmation> {
  if (interrupted) return { ...interrupted, step: 'ask', error: null, status: 403 };
  const { request, url, locals } = posted;
  const { searchParams } = url;
  const to = redirectTargetOf(searchParams.get('next') ?? undefined, ownOrigin, home);
  if (request.method !== 'POST') {
    const going = { to, isPost: false, entries: {} };
    if (!locals.session.isRecent) return { ...going, step: 'ask', error: null, status: 200 };
    return isFile(to) ? { ...going, step: 'done', error: null, status: 200 } : goTo(303, to);
  }
  const all = await entriesOf(request, locals.session.person.role);
  const going = { to, isPost: searchParams.get('as') === 'post', entries: withoutOurs(all) };
  if (locals.session.isRecent) return goOn(going);
  if (searchParams.get('do') === 'enter-code') return enterCode(posted, all[codeField] ?? '', going);
  const { email } = locals.session.person;
  const asking = { email, asker: askerOf(posted), next: null, reason: 'confirm' } as const;
  if (await askForCode(locals.services, asking)) return { ...going, step: 'enter', error: null, status: 200 };
  // A code that was mailed before may still be entered.
  return { ...going, step: 'enter', error: words.confirm.notMailed, status: 429 };
}
