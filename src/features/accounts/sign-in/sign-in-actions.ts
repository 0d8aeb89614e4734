import words from '#content/accounts.yaml';
import { networkOf } from '#src/platform/client-address.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { optionalText, requiredEmail } from '#src/platform/field.schema.ts';
import { isSecure } from '#src/platform/http/is-secure.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Services } from '#src/platform/services.ts';
import { askForCode, mayTryCode } from './ask-for-code.ts';
import { signInCookieOf, removedSignInCookieOf } from './sign-in-cookie.ts';
import { sessionCookiesOf, sessionTokenOf } from '#src/features/accounts/sessions/session-cookie.ts';
import { findSignInLink } from './sign-in-codes.ts';
import { signInWithCode, signInWithLink, type Browser, type SignedIn } from './sign-in.ts';
import type { Action, ActionOutcome, PostContext } from '#src/features/accounts/access/take-action.ts';

const askFields = { email: requiredEmail, next: optionalText(2_000) };

type Named = 'ask-code' | 'enter-code' | 'sign-in' | 'ask-again';

const invalid = (field: string, message: string): ActionOutcome => ({
  ok: false,
  status: 422,
  error: message,
  errors: [{ field, code: 'required', message }],
});

/** What can be done on the pages of signing in, by name. */
export function signInActionsOf({ request, client, url }: PostContext): Record<Named, Action> {
  const { errors } = words.signIn;
  const cookies = request.headers.get('cookie');
  const network = networkOf(client.address);
  const isSecureIn = ({ config }: Pick<Services, 'config'>) => isSecure(config, client);
  const browserIn = (services: Services): Browser => ({
    userAgent: request.headers.get('user-agent') ?? '',
    oldToken: sessionTokenOf(cookies, isSecureIn(services)),
  });
  const welcome = ({ token, maxAgeSeconds, next }: SignedIn, services: Services): ActionOutcome => {
    const secure = isSecureIn(services);
    return {
      ok: true,
      next,
      cookies: [...sessionCookiesOf(token, maxAgeSeconds, secure), removedSignInCookieOf(secure)],
    };
  };
  const ask = async (services: Services, email: string, next: string | null): Promise<ActionOutcome> => {
    await askForCode(services, { email, network, next });
    return {
      ok: true,
      next: '/sign-in/code',
      cookies: [signInCookieOf({ email, next }, isSecureIn(services))],
    };
  };

  return {
    'ask-code': async ({ services, entries }) => {
      const [problem] = checkFields(askFields, entries);
      if (problem) return invalid('email', errors.email);
      return ask(services, entries['email'] ?? '', entries['next'] || null);
    },
    'enter-code': async ({ services, entries }) => {
      const code = (entries['code'] ?? '').replaceAll(/\D/g, '');
      const [problem] = checkFields({ email: requiredEmail }, entries);
      if (problem) return invalid('email', errors.email);
      if (!(await mayTryCode(services, network))) return { ok: false, status: 429, error: errors.tooMany };
      const { db, clock, secret } = services;
      const typed = { emailKey: emailKeyOf(entries['email'] ?? ''), code, secret };
      const signedIn = await signInWithCode(db, clock.now(), { ...typed, browser: browserIn(services) });
      return signedIn ? welcome(signedIn, services) : invalid('code', errors.code);
    },
    'sign-in': async ({ services }) => {
      const token = url.searchParams.get('token') ?? '';
      const { db, clock } = services;
      const signedIn = await signInWithLink(db, clock.now(), { token, browser: browserIn(services) });
      return signedIn ? welcome(signedIn, services) : { ok: false, status: 410, error: errors.link };
    },
    'ask-again': async ({ services }) => {
      const link = await findSignInLink(services.db, url.searchParams.get('token') ?? '');
      if (!link) return { ok: false, status: 410, error: errors.link };
      return ask(services, link.emailKey, link.next);
    },
  };
}
