import words from '#content/accounts.yaml';
import { addPerson, testSecret, visit } from '#src/features/accounts/people/account.fixture.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeAuthenticator } from './authenticator.fixture.ts';
import { passkeyActionsOf, passkeySignInActionsOf } from './passkey-actions.ts';

export const origin = 'https://studio.example';
export const start = new Date('2026-11-21T10:00:00Z');
export const refused = { ok: false, status: 422, error: words.signIn.errors.passkey };

type Options = {
  readonly challenge: string;
  readonly rp?: unknown;
  readonly rpId?: string;
  readonly user?: unknown;
  readonly userVerification?: string;
  readonly excludeCredentials?: readonly { id: string }[];
  readonly allowCredentials?: readonly { id: string }[];
};

/** A browser in which a new person is signed in, without a second factor yet. */
export async function openBrowser(db: Db, role: 'team' | 'client' = 'team', called = 'Ada') {
  const person = await addPerson(db, role, start, called);
  const { token } = await openSession(db, start, person, 'Firefox');
  let now = start;
  const clock = { now: () => now };
  const rateLimiter = createRateLimiter({ clock, secret: testSecret, log: { warn: () => undefined } });
  const config = { publicUrl: origin, teamPasskeys: 'offered' };
  const jobs = { enqueue: async () => undefined };
  const services = { db, clock, secret: testSecret, config, jobs, rateLimiter } as unknown as Services;
  const url = new URL('http://127.0.0.1/account');
  const request = new Request(url, { method: 'POST', headers: { 'user-agent': 'Firefox' } });
  const context = { request, client: { address: '192.0.2.1', isHttps: true }, url };
  const actions = {
    ...passkeyActionsOf(context),
    ...passkeySignInActionsOf(context, async () => undefined),
  };
  const session = () => visit(db, now, token);
  const act = async (name: keyof typeof actions, entries: Entries = {}) =>
    actions[name]({ services, session: await session(), entries, params: {} });
  const asked = async (name: keyof typeof actions) => {
    const outcome = await act(name);
    return (outcome.ok ? outcome.data?.['options'] : undefined) as Options;
  };
  return { person, session, act, asked, later: (ms: number) => (now = new Date(now.getTime() + ms)) };
}

/** A browser in which a new person has added a passkey, and that passkey. */
export async function withPasskey(db: Db, called = 'Ada') {
  const browser = await openBrowser(db, 'team', called);
  const key = makeAuthenticator(origin);
  const { challenge } = await browser.asked('begin-add');
  const added = await browser.act('add', { response: key.register({ challenge }), name: ' My key ' });
  return { ...browser, key, added };
}
