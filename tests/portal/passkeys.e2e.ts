import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import {
  followLink,
  idOfMember,
  inviteMember as invite,
  newestSignInMail,
  postRecently,
} from '../harness/sign-in.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

stopServersAfterEachTest();

const { accounts, site, system } = content;
const { ask, code: codeWords, errors, passkey: words } = accounts.signIn;
const { passkeys: list, sessions: sessionList } = accounts.account;

/** A security key that responds by itself, as long as the page lives. */
async function plugInKey(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { verify };
}

async function askByMail(page: Page, request: APIRequestContext, email: string, mails: number) {
  await page.goto('/sign-in');
  await page.getByLabel(ask.email).fill(email);
  await page.getByRole('button', { name: ask.button }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(codeWords.title);
  const { code } = await newestSignInMail(request, email, mails);
  await page.getByLabel(codeWords.code).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: codeWords.button }).click();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test(
  'offers a passkey once, adds it, and requires it from then on',
  { tag: '@default' },
  async ({ page, context, team, request, freshEmail, faults }) => {
    const key = await plugInKey(context, page);
    await invite(team, freshEmail);
    const mail = await newestSignInMail(request, freshEmail);
    expect(mail.subject).toBe(fill(accounts.mail.invited.subject, { name: site.name }));
    await followLink(page, mail.link);
    await expect(heading(page)).toHaveText(words.offerTitle);
    await page.getByRole('button', { name: words.notNow }).click();
    await expect(page).toHaveURL('/desk');
    await page.getByRole('banner').getByRole('button', { name: accounts.header.signOut }).click();
    await expect(page).toHaveURL('/');

    await askByMail(page, request, freshEmail, 2);
    await expect(page, 'not offered again').toHaveURL('/desk');
    await page.goto('/account');
    const passkeys = page.getByRole('region', { name: list.title });
    await passkeys.getByLabel(list.name).fill('Blue key <b>');
    await passkeys.getByRole('button', { name: list.add }).click();
    await expect(passkeys.getByRole('heading', { name: 'Blue key <b>' })).toBeVisible();
    await expect(passkeys.getByText(list.unused)).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: accounts.header.signOut }).click();
    await expect(page).toHaveURL('/');

    await askByMail(page, request, freshEmail, 3);
    await expect(heading(page)).toHaveText(words.confirmTitle);
    for (const path of ['/desk', '/account', '/desk/team']) {
      await page.goto(path);
      await expect(heading(page), `${path} waits for the passkey`).toHaveText(words.confirmTitle);
    }
    const json = { headers: { accept: 'application/json' } };
    expect((await page.request.get('/desk/leads.json', json)).status()).toBe(401);
    expect((await page.request.post('/desk/team?do=invite', { form: {}, maxRedirects: 0 })).status()).toBe(
      401,
    );

    faults.allow(/status of 422|NotAllowedError/);
    await key.verify(false);
    await page.getByRole('button', { name: words.confirm }).click();
    await expect(page.getByRole('alert')).toHaveText(errors.passkeyBroken);
    await expect(page).toHaveTitle(new RegExp(`^${fill(system.fault.title, { title: '' })}`));
    await expect(page.getByRole('button', { name: words.confirm })).toBeFocused();
    await key.verify(true);
    await page.getByRole('button', { name: words.confirm }).click();
    await expect(page).toHaveURL('/desk/team');
    await page.goto('/account');
    await expect(passkeys.getByText(new RegExp(fill(list.used, { when: '\\d' })))).toBeVisible();
    await passkeys.getByRole('button', { name: fill(list.removeNamed, { name: 'Blue key <b>' }) }).click();
    await expect(passkeys.getByText(list.none)).toBeVisible();
  },
);

test('signs in by passkey without an email, once for each challenge', async ({
  page,
  context,
  team,
  request,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of (401|422)/);
  await plugInKey(context, page);
  await invite(team, freshEmail);
  await followLink(page, (await newestSignInMail(request, freshEmail)).link);
  await page.getByRole('button', { name: words.add }).click();
  await expect(page).toHaveURL('/desk');
  await page.getByRole('banner').getByRole('button', { name: accounts.header.signOut }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/desk/team');
  const [answered] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith('?do=use-passkey')),
    page.getByRole('button', { name: ask.passkey }).click(),
  ]);
  await expect(page, 'both factors at once, and where they wanted to go').toHaveURL('/desk/team');
  await expect(heading(page)).toHaveText(accounts.team.title);
  const said = answered.postDataJSON() as Record<string, string>;
  const again = await request.post('/sign-in?do=use-passkey', { data: said });
  expect(again.status(), 'its challenge is used up').toBe(422);

  await postRecently(team, '/desk/team?do=disable', { id: await idOfMember(team, freshEmail) });
  await page.goto('/sign-in');
  await page.getByRole('button', { name: ask.passkey }).click();
  await expect(page.getByRole('alert'), 'whoever was disabled').toHaveText(errors.passkey);
});

test('adds no passkey in an unconfirmed session, refuses an old response, and lets the team remove lost passkeys', async ({
  page,
  context,
  team,
  request,
  freshEmail,
  browser,
  baseURL,
  faults,
}) => {
  faults.allow(/status of 401/);
  await plugInKey(context, page);
  const name = `Noor ${freshEmail}`;
  await invite(team, freshEmail, name);
  await followLink(page, (await newestSignInMail(request, freshEmail)).link);
  const [answered] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith('?do=add')),
    page.getByRole('button', { name: words.add }).click(),
  ]);
  await expect(page).toHaveURL('/desk');
  const said = answered.postDataJSON() as Record<string, string>;
  const again = await page.request.post('/sign-in/passkey?do=add', { data: said });
  expect(again.status(), 'its challenge is used up').toBe(422);

  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const thief = await elsewhere.newPage();
  await plugInKey(elsewhere, thief);
  await askByMail(thief, request, freshEmail, 2);
  await expect(heading(thief)).toHaveText(words.confirmTitle);
  // The page of a session that may add one, used by one that may not.
  await thief.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('form[data-passkey]');
    if (form) form.dataset['passkey'] = 'add';
  });
  await thief.getByRole('button', { name: words.confirm }).click();
  await expect(thief.getByRole('alert')).toHaveText(errors.passkey);
  await thief.goto('/desk');
  await expect(heading(thief)).toHaveText(words.confirmTitle);

  const sessions = page.getByRole('region', { name: sessionList.title });
  await page.goto('/account');
  await sessions.getByRole('button', { name: sessionList.endOthers }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await thief.goto('/desk');
  await expect(heading(thief)).toHaveText(ask.title);
  await elsewhere.close();

  await test.step('once the team has removed them, their person is signed out and signs in without', async () => {
    const id = await idOfMember(team, name);
    const reset = await postRecently(team, '/desk/team?do=remove-passkeys', { id });
    expect(reset.status()).toBe(303);
    await page.goto('/desk');
    await expect(heading(page)).toHaveText(ask.title);
    await askByMail(page, request, freshEmail, 3);
    await expect(page.getByRole('button', { name: words.notNow })).toBeVisible();
  });
});

test('requires a passkey of every team member by one setting', async ({ browser }) => {
  const server = startServer({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: newDataDir(),
    TEAM_PASSKEYS: 'required',
  });
  const printed = await server.says('Data ');
  const link = /^Team desk\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  const context = await browser.newContext({ baseURL: new URL(link).origin });
  const page = await context.newPage();
  await plugInKey(context, page);
  await followLink(page, link);
  await expect(heading(page)).toHaveText(words.offerTitle);
  await expect(page.getByRole('button', { name: words.notNow })).toHaveCount(0);
  await page.goto('/desk/team');
  await expect(heading(page)).toHaveText(words.offerTitle);
  const putOff = await page.request.post('/sign-in/passkey?do=not-now', { form: {}, maxRedirects: 0 });
  expect(putOff.status()).toBe(303);
  expect(
    (await page.request.get('/desk', { maxRedirects: 0 })).status(),
    'putting it off opens nothing',
  ).toBe(303);
  await page.getByRole('button', { name: words.add }).click();
  await expect(page).toHaveURL('/desk/team');
  // A client has no second factor.
  const client = await browser.newContext({ baseURL: new URL(link).origin });
  const own = /^Client portal\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  expect((await client.request.post(postOfPrintedLink(own), { maxRedirects: 0 })).headers()['location']).toBe(
    '/portal',
  );
  expect((await client.request.get('/sign-in/passkey', { maxRedirects: 0 })).headers()['location']).toBe(
    '/portal',
  );
  await Promise.all([context.close(), client.close()]);
});
