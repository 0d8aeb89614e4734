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
 * Checks and consumes a code that was emailed to the signed-in person and marks the session as confirmed, in one transaction.
 * Returns false if the code is wrong, used, replaced, expired or tried too often.
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

/** The request that was interrupted by the confirmation. */
export type Interrupted = {
  /** A path of this product. */
  readonly to: string;
  /** True if it posted a form, which is sent again with these fields. */
  readonly isPost: boolean;
  readonly entries: Entries;
};

/** The state of the confirmation page. */
export type Confirmation = Interrupted & {
  readonly step: 'ask' | 'enter' | 'done';
  readonly error: string | null;
  readonly status: 200 | 403 | 422 | 429;
};

type Posted = RouteRequest<'services' | 'client'> & { readonly locals: { readonly session: Session } };

/** The name of the field with the code, distinct from the fields of the interrupted form. */
export const codeField = 'confirm_code';

const home = '/account';
const ownOrigin = 'https://own.invalid';
const notCached = { 'cache-control': 'private, no-store' };

const goTo = (status: 303 | 307, location: string) =>
  new Response(null, { status, headers: { ...notCached, location } });

/** Returns true for a download, which does not leave the page and is offered as a link. */
const isFile = (path: string) => /\.\w+$/.test(new URL(path, ownOrigin).pathname);

/**
 * Redirects a confirmed person: repeats their form (307), or opens the requested page (303). A download leads back to this page,
 * which links to it.
 */
const goOn = ({ to, isPost }: Interrupted) => {
  if (isPost) return goTo(307, to);
  return goTo(303, isFile(to) ? `/confirm?${new URLSearchParams({ next: to }).toString()}` : to);
};

/** The limit of an interrupted form; the team's largest holds the rows of an import. */
const mostBytes = { team: 8 * 1024 * 1024, client: bodyLimitBytes } as const;

async function entriesOf(request: Request, role: keyof typeof mostBytes): Promise<Entries> {
  const body = await readBytes(request, mostBytes[role]);
  const parsed = body && parseBody(request.headers.get('content-type') ?? '', Buffer.from(body));
  return parsed?.ok ? parsed.entries : {};
}

const withoutOurs = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name !== codeField));

/** Reads the request that the policy interrupted; only the team sends more than the usual limit. */
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
 * Handles a request to `/confirm`. Returns a redirect, or the state that the page shows. `interrupted` is the request that the
 * policy has just stopped; without it the URL's `next` is where to continue.
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
  // A code that was emailed before can still be entered.
  return { ...going, step: 'enter', error: words.confirm.notMailed, status: 429 };
}
