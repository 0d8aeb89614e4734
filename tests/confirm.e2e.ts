import { expect, request, test, type APIRequestContext, type Browser } from '@playwright/test';
import { content } from './harness/content.ts';
import { mailsWith } from './harness/mailbox.ts';
import { startSeeded, type SeededServer } from './harness/seeded-server.ts';

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

/** A page in a browser where a member of the team signed in twenty minutes ago. */
async function openLate(browser: Browser, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled });
  const { hostname } = new URL(server.address);
  await context.addCookies([
    { name: 'antinode_session', value: server.seeded.tokens.late, domain: hostname, path: '/' },
  ]);
  return context.newPage();
}

/** The codes that were mailed to confirm something, the newest first. */
async function codes(): Promise<string[]> {
  const mails = await mailsWith(requests, content.accounts.mail.codeLife);
  return mails.flatMap((mail) => {
    const found = /\b(\d{3}) (\d{3})\b/.exec(mail.replaceAll(/<[^>]*>/g, '\n'));
    return found ? [`${found[1]}${found[2]}`] : [];
  });
}

test('whoever signed in a while ago takes nothing out, erases nobody and changes no passkey, by page or program', async () => {
  const { leadId, clientId, tokens } = server.seeded;
  const asked = [
    ['GET', `/desk/leads/${leadId}/export.json`],
    ['GET', `/desk/clients/${clientId}/export.json`],
    ['POST', `/desk/leads/${leadId}?do=erase`],
    ['POST', `/desk/clients/${clientId}?do=erase`],
    ['POST', '/account?do=remove-passkey'],
    ['POST', '/desk/team?do=remove-passkeys'],
    ['POST', '/sign-in/passkey?do=begin-add'],
    ['POST', '/sign-in/passkey?do=add'],
  ] as const;
  for (const [method, path] of asked) {
    for (const accept of ['text/html', 'application/json']) {
      const body = method === 'POST' ? new URLSearchParams({ email: 'lead1@visitor.example' }) : null;
      const headers = { cookie: `antinode_session=${tokens.late}`, accept };
      const answer = await fetch(new URL(path, server.address), {
        method,
        headers,
        body,
        redirect: 'manual',
      });
      expect(answer.status, `${method} ${path} as ${accept}`).toBe(403);
      const text = await answer.text();
      if (accept === 'text/html') expect(text).toContain(confirm.title);
      else expect(JSON.parse(text)).toMatchObject({ confirm: '/confirm' });
    }
  }
  const headers = { cookie: `antinode_session=${tokens.team}`, accept: 'text/html' };
  const recent = await fetch(new URL(`/desk/leads/${leadId}/export.json`, server.address), { headers });
  expect(recent.status).toBe(200);
  const page = await (await fetch(new URL('/account', server.address), { headers })).text();
  expect(page).toContain(content.accounts.trail.kinds['person-exported']);
});

test('without JavaScript they confirm with a mailed code, and what they had typed is done', async ({
  browser,
}) => {
  const page = await openLate(browser, false);
  await page.goto(`/desk/leads/${server.seeded.leadId}`);
  await page.getByText(content.desk.lead.data.eraseTitle).click();
  await page.getByLabel(/lead1@visitor\.example/).fill(' Lead1@Visitor.example ');
  await page.getByRole('button', { name: content.desk.lead.data.erase }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(confirm.title);
  await page.getByRole('button', { name: /team1@studio\.example/ }).click();
  await expect.poll(async () => (await codes()).length).toBe(1);
  const [code = ''] = await codes();
  await page.getByLabel(content.accounts.signIn.code.code).fill(code === '111111' ? '222222' : '111111');
  await page.getByRole('button', { name: confirm.button }).click();
  await expect(page.getByText(content.accounts.signIn.errors.code).first()).toBeVisible();
  await page.getByLabel(content.accounts.signIn.code.code).fill(code);
  await page.getByRole('button', { name: confirm.button }).click();
  await expect(page).toHaveURL(/\/desk\?erased$/);
  await page.goto(`/desk/leads/${server.seeded.leadId}`);
  expect(await page.title()).not.toContain('Visitor 1');
  await page.context().close();
});
