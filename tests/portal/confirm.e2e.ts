import { expect, request, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { mailsWith } from '../harness/mailbox.ts';
import { startSeeded, type SeededServer } from '../harness/seeded-server.ts';

test.describe.configure({ mode: 'default' });

let server: SeededServer;
let requests: APIRequestContext;

test.beforeAll(async () => {
  server = await startSeeded({ leads: 6, clients: 2, projects: 4, messages: 4 }, { isCounting: false });
  requests = await request.newContext({ baseURL: server.address });
});

test.afterAll(async () => {
  await requests.dispose();
  await server.stop();
});

const { confirm } = content.accounts;

/** A page without JavaScript, in a browser of a person who signed in twenty minutes ago. */
async function openLate(browser: Browser, who: 'late' | 'alsoLate' | 'lateClient') {
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const { hostname } = new URL(server.address);
  await context.addCookies([
    { name: 'antinode_session', value: server.seeded.tokens[who], domain: hostname, path: '/' },
  ]);
  return context.newPage();
}

/** The confirmation codes that were emailed, newest first. */
async function codes(): Promise<string[]> {
  const mails = await mailsWith(requests, fill(content.accounts.mail.codeLife, { minutes: '10' }));
  return mails.flatMap((mail) => {
    const found = /\b(\d{3}) (\d{3})\b/.exec(mail.replaceAll(/<[^>]*>/g, '\n'));
    return found ? [`${found[1]}${found[2]}`] : [];
  });
}

/** Requests a code on the confirmation page; returns it. */
async function codeMailedTo(page: Page, email: string): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(confirm.title);
  const { length: before } = await codes();
  await page.getByRole('button', { name: fill(confirm.mail, { email }) }).click();
  await expect.poll(async () => (await codes()).length).toBe(before + 1);
  const [code = ''] = await codes();
  return code;
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel(content.accounts.signIn.code.code).fill(code);
  await page.getByRole('button', { name: confirm.button }).click();
}

test('refuses exports, erasure and changes of passkeys and people after an old sign-in, by page or program', async () => {
  const { leadId, clientId, tokens } = server.seeded;
  const asked = [
    ['GET', `/desk/leads/${leadId}/export.json`],
    ['GET', `/desk/clients/${clientId}/export.json`],
    ['POST', `/desk/leads/${leadId}?do=erase`],
    ['POST', `/desk/clients/${clientId}?do=erase`],
    ['POST', '/account?do=remove-passkey'],
    ['POST', '/desk/team?do=remove-passkeys'],
    ['POST', '/desk/team?do=invite'],
    ['POST', '/desk/team?do=disable'],
    ['POST', '/desk/team?do=enable'],
    ['POST', `/desk/clients/${clientId}?do=add`],
    ['POST', `/desk/clients/${clientId}?do=change-may`],
    ['POST', `/desk/clients/${clientId}?do=disable`],
    ['POST', `/desk/clients/${clientId}?do=enable`],
    ['POST', `/desk/clients/${clientId}/edit?do=edit-person`],
    ['POST', '/desk/clients/import?do=import'],
    ['POST', '/portal/people?do=invite'],
    ['POST', '/portal/people?do=change-may'],
    ['POST', '/portal/people?do=remove'],
    ['POST', '/sign-in/passkey?do=begin-add'],
    ['POST', '/sign-in/passkey?do=add'],
  ] as const;
  for (const [method, path] of asked) {
    for (const accept of ['text/html', 'application/json']) {
      const body = method === 'POST' ? new URLSearchParams({ email: 'lead1@visitor.example' }) : null;
      const late = path.startsWith('/portal') ? tokens.lateClient : tokens.late;
      const headers = { cookie: `antinode_session=${late}`, accept };
      const answer = await fetch(new URL(path, server.address), {
        method,
        headers,
        body,
        redirect: 'manual',
      });
      expect(answer.status, `${method} ${path} as ${accept}`).toBe(403);
      const text = await answer.text();
      if (accept === 'text/html') expect(text.replaceAll('&#x27;', "'")).toContain(confirm.title);
      else expect(JSON.parse(text)).toMatchObject({ confirm: '/confirm' });
    }
  }
  const headers = { cookie: `antinode_session=${tokens.team}`, accept: 'text/html' };
  const recent = await fetch(new URL(`/desk/leads/${leadId}/export.json`, server.address), { headers });
  expect(recent.status).toBe(200);
  const page = await (await fetch(new URL('/account', server.address), { headers })).text();
  expect(page).toContain(content.accounts.trail.kinds['person-exported']);
});

test('runs the typed action without JavaScript after an emailed code', async ({ browser }) => {
  const page = await openLate(browser, 'late');
  await page.goto(`/desk/leads/${server.seeded.leadId}`);
  await page.getByText(content.desk.lead.data.eraseTitle).click();
  await page.getByLabel(/lead1@visitor\.example/).fill(' Lead1@Visitor.example ');
  await page.getByRole('button', { name: content.desk.lead.data.erase }).click();
  const code = await codeMailedTo(page, 'team1@studio.example');
  await enter(page, code === '111111' ? '222222' : '111111');
  await expect(page.getByText(content.accounts.signIn.errors.code).first()).toBeVisible();
  await enter(page, code);
  await expect(page).toHaveURL(/\/desk\/leads\?erased$/);
  await page.goto(`/desk/leads/${server.seeded.leadId}`);
  expect(await page.title()).not.toContain('Visitor 1');
  await page.context().close();
});

test("requires confirmation before a client's invitation is sent as typed", async ({ browser }) => {
  const { people } = content.portal;
  const page = await openLate(browser, 'lateClient');
  await page.goto('/portal/people');
  await page.getByLabel(people.invite.name, { exact: true }).fill('Lena "Falk" & Söhne');
  await page.getByLabel(people.invite.email, { exact: true }).fill('lena@client.example');
  await page.getByRole('radio', { name: people.may.approve }).check();
  await page.getByRole('button', { name: people.invite.button, exact: true }).click();
  await enter(page, await codeMailedTo(page, 'client1@client.example'));
  await expect(page.getByText(people.said.invited)).toBeVisible();
  const invited = page.getByRole('region', { name: people.list }).getByRole('listitem');
  await expect(invited.filter({ hasText: 'lena@client.example' })).toContainText('Lena "Falk" & Söhne');
  await page.context().close();
});

test('invites a person who may only listen without a confirmation, by the team or a client', async ({
  browser,
}) => {
  const { people } = content.portal;
  const invited = 'Otto Only Listens';
  const { lateClient, late } = server.seeded.tokens;
  const asked = [
    ['/portal/people?do=invite', lateClient],
    [`/desk/clients/${server.seeded.clientId}?do=add`, late],
  ] as const;
  for (const [path, token] of asked) {
    const email = `otto${token.length}${path.length}@client.example`;
    const answer = await fetch(new URL(path, server.address), {
      method: 'POST',
      headers: { cookie: `antinode_session=${token}`, accept: 'text/html' },
      body: new URLSearchParams({ name: invited, email, may: 'listen' }),
      redirect: 'manual',
    });
    expect(answer.status, path).toBe(303);
  }
  const page = await openLate(browser, 'lateClient');
  await page.goto('/portal/people');
  const listed = page.getByRole('region', { name: people.list }).getByRole('listitem');
  await expect(listed.filter({ hasText: invited })).toHaveCount(2);
  await page.context().close();
});

test('shows an invitation with an empty field for correction, not for confirmation', async ({ browser }) => {
  const { team } = content.accounts;
  const page = await openLate(browser, 'alsoLate');
  await page.goto('/desk/team');
  const invite = page.getByRole('button', { name: team.invite.button, exact: true });
  const name = page.getByLabel(team.invite.name, { exact: true });
  const email = page.getByLabel(team.invite.email, { exact: true });
  await invite.click();
  await expect(name).toBeFocused();
  await name.fill('Ada');
  for (const wrong of ['', 'ada', '@']) {
    await email.fill(wrong);
    await invite.click();
    await expect(email).toBeFocused();
    await expect(page).toHaveURL(/\/desk\/team$/);
  }
  // The server removes invisible characters; the browser accepts them.
  await email.fill('\u200bada-new@studio.example');
  await invite.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(confirm.title);
  await page.context().close();
});

test('confirms an import larger than other forms without choosing the file again', async ({ browser }) => {
  const { import: words } = content['desk-clients'];
  const count = 1200;
  const rowOf = (n: number) => `Company ${n} ${'é'.repeat(150)},Person ${n},person${n}@import.example,listen`;
  const rows = Array.from({ length: count }, (_, n) => rowOf(n)).join('\n');
  expect(Buffer.byteLength(rows)).toBeGreaterThan(256 * 1024);
  const page = await openLate(browser, 'alsoLate');
  await page.goto('/desk/clients/import');
  await page.getByLabel(words.pasted).fill(`company,name,email,may\n${rows}`);
  await page.getByRole('button', { name: words.preview }).click();
  await page.getByRole('button', { name: fill(words.submit[1], { count: String(count) }) }).click();
  await enter(page, await codeMailedTo(page, 'team2@studio.example'));
  await expect(page).toHaveURL(/\/desk\/clients\?imported/);
  expect(new URL(page.url()).searchParams.get('people')).toBe(String(count));
  await page.context().close();
});
