import words from '#content/accounts.yaml';
import { networkOf } from '#src/platform/client-address.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { optionalText, requiredEmail, isEmail, longest } from '#src/platform/field.schema.ts';
import { isSecure, ownCookie } from '#src/platform/http/own-cookie.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Services } from '#src/platform/services/services.ts';
import { emailMessage } from '../people/name-and-email.ts';
import { askForCode, countTry, type Asker } from './request-code.ts';
import { browserCookieOf, browserTokenOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { sessionCookiesOf, sessionTokenOf } from '#src/features/accounts/sessions/session-cookie.ts';
import type { QueueNewSignInMail } from '../security-log/new-sign-in.ts';
import { recordFailedSignIn, senderOf } from '../security-log/security-log.ts';
import { findSignInLink } from './sign-in-codes.ts';
import { signInWithCode, signInWithLink, type Browser, type SignedIn } from './sign-in.ts';
import type { Action, ActionInput, ActionOutcome, PostContext } from '../access/action.ts';

/** The address that requested a code in this browser, so that it need not be typed again with the code. */
type KeptSignIn = { readonly email: string; readonly next: string | null };

const keptSeconds = 900;
const longestNext = 500;
const signInCookie = ownCookie('antinode_sign_in');

/** Returns the Set-Cookie value that keeps a request for a quarter of an hour; no URL ever holds an email address. */
export function signInCookieOf({ email, next }: KeptSignIn, isTls: boolean): string {
  const kept = { email, ...(next !== null && next.length <= longestNext ? { next } : {}) };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return signInCookie.set(value, keptSeconds, isTls);
}

/** Returns the Set-Cookie value that removes it. */
const removedSignInCookieOf = signInCookie.removed;

/** Returns the request in a Cookie header; null if it is missing or malformed. */
export function findKeptSignIn(cookies: string | null, isTls: boolean): KeptSignIn | null {
  const value = signInCookie.in(cookies, isTls);
  if (value === null) return null;
  try {
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, unknown>;
    const { email, next } = kept;
    if (typeof email !== 'string' || email.length > longest.email || !isEmail(email)) return null;
    return { email, next: typeof next === 'string' ? next : null };
  } catch {
    return null;
  }
}

const askFields = { email: requiredEmail, next: optionalText(2_000) };

type Named = 'ask-code' | 'enter-code' | 'sign-in' | 'ask-again';

const invalid = (field: string, message: string): ActionOutcome => ({
  ok: false,
  status: 422,
  error: message,
  errors: [{ field, code: 'required', message }],
});

/** Returns functions that read the browser's identity from a request. */
export function browserOf({ request, client }: PostContext) {
  const cookies = request.headers.get('cookie');
  return {
    isSecureIn: ({ config }: Pick<Services, 'config'>) => isSecure(config, client),
    askerIn: ({ config }: Services): Asker => ({
      network: networkOf(client.address),
      browserToken: browserTokenOf(cookies, isSecure(config, client)),
    }),
    browserIn: ({ config }: Services): Browser => ({
      ...senderOf(request, client),
      oldToken: sessionTokenOf(cookies, isSecure(config, client)),
      knownToken: browserTokenOf(cookies, isSecure(config, client)),
    }),
  };
}

/** Returns true if the box to trust the device was ticked. */
export const isDeviceTrusted = (entries: ActionInput['entries']) => entries['trust'] === 'yes';

/** Signs a person in: sets the cookies and redirects to the requested page. */
export const redirectAfterSignIn = (
  { token, maxAgeSeconds, browserToken, next }: SignedIn,
  isTls: boolean,
): ActionOutcome => ({
  ok: true,
  next,
  cookies: [
    ...sessionCookiesOf(token, maxAgeSeconds, isTls),
    browserCookieOf(browserToken, isTls),
    removedSignInCookieOf(isTls),
  ],
});

/** Returns the actions of the sign-in pages, by name. */
export function signInActionsOf(context: PostContext, queueMail: QueueNewSignInMail): Record<Named, Action> {
  const { errors } = words.signIn;
  const { isSecureIn, askerIn, browserIn } = browserOf(context);
  const howIn = (services: Services, entries: ActionInput['entries']) => ({
    browser: browserIn(services),
    isTrusted: isDeviceTrusted(entries),
    telling: { jobs: services.jobs, queueMail },
  });
  /** Records a failed sign-in for the person with this address. */
  const recordFailure = ({ db, clock }: Pick<Services, 'clock'> & { db: Db }, emailKey: string) =>
    recordFailedSignIn(db, clock.now(), senderOf(context.request, context.client), emailKey);
  const ask = async (services: Services, email: string, next: string | null): Promise<ActionOutcome> => {
    await askForCode(services, { email, asker: askerIn(services), next });
    return {
      ok: true,
      next: '/sign-in/code',
      cookies: [signInCookieOf({ email, next }, isSecureIn(services))],
    };
  };

  return {
    'ask-code': async ({ services, entries }) => {
      const [problem] = checkFields(askFields, entries);
      if (problem) return invalid('email', emailMessage(problem, errors.email));
      return ask(services, entries['email'] ?? '', entries['next'] || null);
    },
    'enter-code': async ({ services, entries }) => {
      const code = (entries['code'] ?? '').replaceAll(/\D/g, '');
      const [problem] = checkFields({ email: requiredEmail }, entries);
      if (problem) return invalid('email', emailMessage(problem, errors.email));
      const { email = '' } = entries;
      const { db, clock, secret, rateLimiter } = services;
      // One transaction that writes whether or not the address is known, so that timing does not reveal it.
      return db.transaction(async (tx): Promise<ActionOutcome> => {
        const counted = await countTry({ db: tx, rateLimiter }, { email, asker: askerIn(services) });
        if (!counted.ok) {
          const error = counted.reason === 'network' ? errors.tooMany : errors.tooManyForAddress;
          return { ok: false, status: 429, error };
        }
        const typed = { emailKey: emailKeyOf(email), code, secret, from: counted.from };
        const signedIn = await signInWithCode(tx, clock.now(), { ...typed, ...howIn(services, entries) });
        if (signedIn) return redirectAfterSignIn(signedIn, isSecureIn(services));
        await recordFailure({ ...services, db: tx }, typed.emailKey);
        return invalid('code', errors.code);
      });
    },
    'sign-in': async ({ services, entries }) => {
      const token = context.url.searchParams.get('token') ?? '';
      const { db, clock } = services;
      const signedIn = await signInWithLink(db, clock.now(), { token, ...howIn(services, entries) });
      if (signedIn) return redirectAfterSignIn(signedIn, isSecureIn(services));
      const link = await findSignInLink(db, token);
      if (link) await recordFailure(services, link.emailKey);
      return { ok: false, status: 410, error: errors.link };
    },
    'ask-again': async ({ services }) => {
      const link = await findSignInLink(services.db, context.url.searchParams.get('token') ?? '');
      if (!link) return { ok: false, status: 410, error: errors.link };
      return ask(services, link.emailKey, link.next);
    },
  };
}
