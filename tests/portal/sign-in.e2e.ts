import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { signInByMail } from '../harness/client.ts';
import { content } from '../harness/content.ts';
import {
  followLink,
  idOfMember,
  inviteMember as invite,
  newestSignInMail,
  postRecently,
  signInMailsTo,
} from '../harness/sign-in.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { accounts, system } = content;
const { signIn: words } = accounts;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const json = { accept: 'application/json' };

test(
  'signs in by code without JavaScript and continues to the requested page',
  { tag: '@default' },
  async ({ browser, baseURL, extraHTTPHeaders, team, freshEmail }) => {
    await invite(team, freshEmail);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
      extraHTTPHeaders: extraHTTPHeaders ?? {},
    });
    const page = await context.newPage();
    const closed = await page.goto('/desk/team?x=1');
    expect(closed?.status()).toBe(401);
    await expect(heading(page)).toHaveText(words.ask.title);
    await page.getByRole('button', { name: words.ask.button }).click();
    await expect(page.getByText(words.errors.email)).toBeVisible();
    await page.getByLabel(words.ask.email).fill(`\u200B${freshEmail.toUpperCase()}\u00A0`);
    await page.getByRole('button', { name: words.ask.button }).click();
    await expect(page).toHaveURL('/sign-in/code');
    await expect(page.getByText(freshEmail.toUpperCase())).toBeVisible();
    const code = page.getByLabel(words.code.code);
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    const mail = await newestSignInMail(context.request, freshEmail, 2);
    await code.fill(mail.code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: words.code.button }).click();
    await expect(page.getByText(words.errors.code)).toBeVisible();
    await code.fill(` ${mail.code.slice(0, 3)}-${mail.code.slice(3)}`);
    await page.getByRole('button', { name: words.code.button }).click();
    await page.getByRole('button', { name: words.passkey.notNow }).click();
    await expect(page).toHaveURL('/desk/team?x=1');
    await page.getByRole('banner').getByRole('button', { name: accounts.header.signOut }).click();
    await expect(page).toHaveURL('/');
    expect((await page.goto('/desk/team'))?.status()).toBe(401);
    await context.close();
  },
);

test(
  'keeps a link valid after link scanners, accepts it once of fifty attempts, and emails a new one if it has expired',
  { tag: '@default' },
  async ({ page, team, request, freshEmail, faults }) => {
    await invite(team, freshEmail);
    const { link } = await newestSignInMail(request, freshEmail);
    for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS', 'PUT', 'DELETE'])
      await request.fetch(link, { method });
    const opened = await page.goto(link);
    expect(opened?.headers()['referrer-policy']).toBe('strict-origin');
    expect(opened?.headers()['cache-control']).toBe('private, no-store');
    await expect(page.getByRole('button'), 'one button').toHaveCount(1);
    await page.reload();
    const posts = Array.from({ length: 50 }, async () =>
      request.post(`${link}&do=sign-in`, { maxRedirects: 0 }).then((answer) => answer.status()),
    );
    const statuses = await Promise.all(posts);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => status === 410)).toHaveLength(49);

    faults.allow(/status of 410/);
    await page.getByRole('button', { name: words.link.button }).click();
    await expect(heading(page)).toHaveText(words.link.oldTitle);
    await page.getByRole('button', { name: words.link.again }).click();
    await expect(heading(page)).toHaveText(words.code.title);
    await followLink(page, (await newestSignInMail(request, freshEmail, 2)).link);
    await page.getByRole('button', { name: words.passkey.notNow }).click();
    await expect(page).toHaveURL('/desk');
    // The first link was used and is still known: it signs nobody in, and offers a new one.
    await followLink(page, link);
    await expect(page.getByRole('button', { name: words.link.again })).toBeVisible();
  },
);

test('creates one session for fifty simultaneous attempts with one code', async ({
  team,
  request,
  freshEmail,
}) => {
  await invite(team, freshEmail);
  const { code } = await newestSignInMail(request, freshEmail);
  const posts = Array.from({ length: 50 }, async () =>
    request
      .post('/sign-in/code?do=enter-code', { form: { email: freshEmail, code }, maxRedirects: 0 })
      .then((answer) => answer.status()),
  );
  const statuses = await Promise.all(posts);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(49);
});

test('responds to an unknown address as to a known one, and never emails it', async ({
  team,
  request,
  freshEmail,
}) => {
  await invite(team, freshEmail);
  await newestSignInMail(request, freshEmail);
  const unknown = freshEmail.replace('sample', 'nobody');
  const answerTo = async (email: string) => {
    const options = { form: { email, code: '000000' }, maxRedirects: 0 };
    const asked = await request.post('/sign-in?do=ask-code', options);
    const shown = await (await request.get('/sign-in/code')).text();
    const tried = await request.post('/sign-in/code?do=enter-code', options);
    return [
      asked.status(),
      asked.headers()['location'],
      shown.replaceAll(email, ''),
      tried.status(),
      (await tried.text()).replaceAll(email, ''),
    ];
  };
  const known = await answerTo(freshEmail);
  // Above the limit both still get the same response.
  expect(known.slice(0, 2)).toEqual([303, '/sign-in/code']);
  for (let n = 0; n < 4; n += 1) {
    expect(await answerTo(unknown)).toEqual(known);
    expect(await answerTo(freshEmail)).toEqual(known);
  }
  await newestSignInMail(request, freshEmail, 4);
  expect(await signInMailsTo(request, unknown)).toEqual([]);
});

test("shows a client's browser the links to the portal until it is signed out, and none to the desk", async ({
  page,
  faults,
}) => {
  faults.allow(/status of 40[13]/);
  await page.goto('/portal');
  await page.getByRole('main').getByRole('link', { name: system.restricted.signIn }).click();
  await signInByMail(page);
  await expect(page).toHaveURL('/portal');
  const visitor = (await (await page.request.get('/api/visitor')).json()) as Record<string, unknown>;
  expect(visitor).toEqual({
    status: 'converted',
    userId: expect.stringMatching(/^[\da-f-]{36}$/),
    projectIds: expect.arrayContaining([expect.stringMatching(/^[\da-f-]{36}$/)]),
  });
  const hub = page.getByRole('banner').getByRole('link', { name: new RegExp(`^${system.header.hub}`) });
  const home = await page.goto('/production');
  expect(home?.headers()['cache-control'], 'the same page for everybody').not.toContain('private');
  await expect(hub).toHaveAttribute('href', '/portal');
  const wayIn = page.getByRole('banner').getByRole('link', { name: system.header.portal, exact: true });
  await expect(wayIn).toHaveAttribute('href', '/portal');

  const desk = await page.goto('/desk');
  expect(desk?.status()).toBe(403);
  await expect(heading(page)).toHaveText(accounts.teamOnly.title);
  expect((await page.request.get('/desk', { headers: json })).status()).toBe(403);
  expect((await page.request.post('/desk/team?do=invite', { form: {} })).status()).toBe(403);
  await page.getByRole('main').getByRole('link', { name: accounts.teamOnly.button }).click();
  await page.getByRole('banner').getByRole('button', { name: accounts.header.signOut }).click();
  await expect(page).toHaveURL('/');
  await expect(hub).not.toHaveAttribute('href');
  expect((await page.goto('/portal'))?.status()).toBe(403);
  expect((await page.request.get('/portal', { headers: json })).status()).toBe(401);
});

test(
  'ends a session when its person signs out, and all sessions when they are disabled',
  { tag: '@default' },
  async ({ page, browser, baseURL, team, request, freshEmail, faults }) => {
    faults.allow(/status of 401/);
    await invite(team, freshEmail);
    await followLink(page, (await newestSignInMail(request, freshEmail)).link);
    await page.getByRole('button', { name: words.passkey.notNow }).click();
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
    const other = await elsewhere.newPage();
    await request.post('/sign-in?do=ask-code', { form: { email: freshEmail } });
    await followLink(other, (await newestSignInMail(request, freshEmail, 2)).link);
    await expect(other).toHaveURL('/desk');

    await page.goto('/account');
    const sessions = page.getByRole('region', { name: accounts.account.sessions.title });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByText(accounts.account.sessions.here)).toHaveCount(1);
    await sessions
      .getByRole('button', {
        name: new RegExp(
          `^${fill(accounts.account.sessions.endNamed, { device: 'Chrome on .+', when: '' })}`,
        ),
      })
      .click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    expect((await other.goto('/desk'))?.status()).toBe(401);

    const form = { id: await idOfMember(team, freshEmail) };
    const disabled = await postRecently(team, '/desk/team?do=disable', form);
    expect(disabled.status()).toBe(303);
    expect((await page.goto('/account'))?.status()).toBe(401);
    await request.post('/sign-in?do=ask-code', { form: { email: freshEmail } });
    // The email to a person who may sign in comes after it, so that an email to the other would have arrived by then.
    const watch = freshEmail.replace('sample', 'watch');
    await invite(team, watch);
    await newestSignInMail(request, watch);
    expect(await signInMailsTo(request, freshEmail)).toHaveLength(2);
    await elsewhere.close();
  },
);

test('refuses sign-in, sign-out and actions from a page of another site', async ({ team, request }) => {
  const foreign = { headers: { origin: 'https://evil.example' }, form: {}, maxRedirects: 0 };
  const posts = [
    '/sign-in?do=ask-code',
    '/sign-in/code?do=enter-code',
    '/sign-in/link?do=sign-in&token=x',
    '/sign-in/link?do=ask-again&token=x',
    '/sign-in/passkey?do=not-now',
    '/account?do=sign-out',
    '/account?do=end-others',
    '/desk/team?do=invite',
    '/desk/team?do=disable',
  ];
  for (const path of posts) {
    expect((await team.post(path, foreign)).status(), path).toBe(403);
    expect((await request.post(path, foreign)).status(), path).toBe(403);
  }
  expect((await team.get('/account')).status(), 'still signed in').toBe(200);
  for (const action of ['', 'constructor', '__proto__', 'sign-in'])
    expect((await team.post(`/account?do=${action}`, { form: {} })).status(), action).toBe(405);
});

test('reports the role of a signed-in team member to pages, without ids', async ({ team }) => {
  const answer: unknown = await (await team.get('/api/visitor')).json();
  expect(answer).toMatchObject({ userId: null, projectIds: [], role: 'team' });
});
