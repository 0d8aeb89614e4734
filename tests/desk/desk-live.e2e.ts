import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { content } from '../harness/content.ts';
import { expect, sampleClientId, test } from '../harness/desk.ts';
import { openLead, sendContact } from '../harness/leads.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { spawnServer } from '../harness/spawn-server.ts';

const { accounts, desk, 'call-hours': hours, 'desk-projects': projectWords } = content;

/** Opens a page of the desk, waits until it follows events, and marks the document so that a reload would show. */
async function follow(page: Page, open: () => Promise<unknown>): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/desk/events'));
  await open();
  expect((await stream).status()).toBe(200);
  await page.evaluate(() => (document.documentElement.dataset['kept'] = 'yes'));
}

const isSameDocument = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset);

/** Performs an action in a project from another browser of the team. */
async function actElsewhere(team: APIRequestContext, projectId: string, action: string, form: object) {
  const answer = await team.post(`/desk/projects/${projectId}?do=${action}`, {
    form: { projectId, ...form },
    headers: { accept: 'application/json' },
  });
  expect(answer.status()).toBe(200);
}

test('shows an incoming form in the open inbox, next to a reply that is being typed', async ({
  page,
  team,
  freshEmail,
}) => {
  const name = `Osric ${randomUUID()}`;
  await follow(page, () => page.goto('/desk/leads'));
  await sendContact(team, { name, email: freshEmail });
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);

  await follow(page, () => openLead(page, freshEmail, name));
  const reply = page.getByLabel(desk.lead.replyLabel);
  await reply.fill('Half a sentence');
  await reply.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 6));
  await sendContact(team, { name, email: freshEmail, message: 'One thing more.' });
  await expect(page.locator('#lead-conversation').getByText('One thing more.')).toBeVisible();
  await expect(reply).toHaveValue('Half a sentence');
  await expect(reply).toBeFocused();
  const selected = await reply.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [
    selectionStart,
    selectionEnd,
  ]);
  expect(selected).toEqual([5, 6]);
  expect(await isSameDocument(page)).toBe(true);
});

test("shows another person's actions on the open page of a project and on the board", async ({
  page,
  team,
  project,
}) => {
  await follow(page, () => page.goto(`/desk/projects/${project.id}`));
  const name = page.getByRole('textbox', { name: projectWords.details.name, exact: true });
  await name.fill('Half a name');
  const messageId = randomUUID();
  const message = { projectId: project.id, messageId, content: 'The gulls are down.' };
  await team.post('/desk/messages?do=send-message', { form: message });
  await expect(page.locator('#thread').getByText('The gulls are down.')).toBeVisible();
  await actElsewhere(team, project.id, 'add-milestone', { title: 'Rough mix', description: '', dueOn: '' });
  await expect(page.locator('#project-milestones').getByText('Rough mix')).toBeVisible();
  await expect(name).toHaveValue('Half a name');
  expect(await isSameDocument(page)).toBe(true);

  await follow(page, () => page.goto(`/desk/projects?q=${encodeURIComponent(project.name)}`));
  const card = page.locator(`#card-${project.id}`);
  const version = await card.locator('[name=version]').getAttribute('value');
  const moved = await team.post('/desk/projects?do=move', {
    form: { projectId: project.id, version: version ?? '', status: 'review' },
    headers: { accept: 'application/json' },
  });
  expect(moved.status()).toBe(200);
  await expect(page.locator('[data-column=review]').locator(`#card-${project.id}`)).toBeVisible();
  await expect(card).toHaveAttribute('draggable', 'true');
  expect(await isSameDocument(page)).toBe(true);
});

test("shows another person's new invoice and project in the open list and on the client’s open page", async ({
  page,
  team,
  act,
  project,
}) => {
  await follow(page, () => page.goto('/desk/invoices'));
  const description = `Mix of ${project.name}`;
  await actElsewhere(team, project.id, 'issue-invoice', {
    'description-1': description,
    'unitPrice-1': '12.00',
    currency: 'USD',
    dueOn: '2099-01-01',
    sure: 'yes',
  });
  await expect(page.locator('#invoice-list').getByText(description)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);

  const clientId = await sampleClientId(team);
  await follow(page, () => page.goto(`/desk/clients/${clientId}`));
  const name = `Saltmarsh ${randomUUID()}`;
  await act('/desk/projects/new?do=create', { clientId, name, description: 'Foley.', progress: '0' });
  await expect(page.locator('#client-projects').getByText(name)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test("shows another person's changes to people, the team and the hours of calls, and keeps typed text", async ({
  page,
  act,
  project,
  freshEmail,
}) => {
  const one = {
    client: `Halfmoon ${project.name}`,
    name: `Runa ${randomUUID()}`,
    email: `r-${freshEmail}`,
    may: 'approve',
  };
  const { next: client } = await act('/desk/clients/new?do=create', one);
  await follow(page, () => page.goto(client));
  const access = page.locator('#client-access');
  await access.getByText(desk.client.add.title, { exact: true }).click();
  const typed = access.getByLabel(desk.client.add.name, { exact: true });
  await typed.fill('Half a name');
  const colleague = `Ines ${randomUUID()}`;
  await act(`${client}?do=add`, { name: colleague, email: `c-${freshEmail}`, may: 'listen' });
  await expect(page.locator('#client-people').getByText(colleague, { exact: true })).toBeVisible();
  await expect(typed).toHaveValue('Half a name');
  expect(await isSameDocument(page)).toBe(true);

  await follow(page, () => page.goto('/desk/team'));
  const invited = page.getByLabel(accounts.team.invite.name, { exact: true });
  await invited.fill('Half a name');
  const member = `Bela ${randomUUID()}`;
  await act('/desk/team?do=invite', { name: member, email: `t-${freshEmail}` });
  await expect(page.locator('#team-members').getByRole('heading', { name: member })).toBeVisible();
  await expect(page.locator('#team-deeds').getByText(member)).toBeVisible();
  await expect(invited).toHaveValue('Half a name');
  expect(await isSameDocument(page)).toBe(true);

  await follow(page, () => page.goto('/desk/calls/hours'));
  const place = page.locator('#call-settings').getByLabel(hours.settings.place).first();
  const before = await place.inputValue();
  await place.fill('Half a place');
  const note = `Closed ${project.name}`;
  await act('/desk/calls/hours?do=add-days', { fromDay: '2098-12-24', toDay: '2098-12-24', note });
  await expect(page.locator('#call-days').getByText(note)).toBeVisible();
  await expect(place).toHaveValue('Half a place');
  const kind = `Review ${project.name}`;
  await act('/desk/calls/hours?do=add-kind', { kindName: kind, kindLengthMin: '30', kindPlace: '' });
  await expect(page.locator('#call-kinds').getByText(kind).first()).toBeVisible();
  await expect(place).toHaveValue('Half a place');
  expect(await isSameDocument(page)).toBe(true);
  await place.fill(before);
  await act('/desk/calls/hours?do=remove-days', { fromDay: '2098-12-24', toDay: '2098-12-24' });
  await expect(page.locator('#call-days').getByText(note)).toBeHidden();
});

/** A studio whose mail server refuses all email. */
async function startRefusedStudio() {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-refused-'));
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
  });
  mail.on('error', () => undefined);
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const { port } = mail.server.address() as AddressInfo;
  copyReadyData(join(folder, 'data'));
  const server = spawnServer({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    TEAM_INBOX: 'team@studio.example',
  });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  return {
    address: lineOf('Site'),
    teamLink: lineOf('Team desk'),
    stop: async () => {
      server.process.kill('SIGTERM');
      await server.exited;
      await new Promise<void>((done) => mail.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('shows an email that fails permanently in the open list of failed emails', async ({
  page,
  freshEmail,
  faults,
}) => {
  faults.allow(/^request to http:\/\/localhost:/);
  const { address, teamLink, stop } = await startRefusedStudio();
  try {
    await page.request.post(postOfPrintedLink(teamLink), { maxRedirects: 0 });
    await follow(page, () => page.goto(new URL('/desk/mails', address).href));
    const name = `Osric ${randomUUID()}`;
    const body = new URLSearchParams({
      name,
      email: freshEmail,
      message: 'A short film.',
      form_source: 'contact_form',
    });
    await fetch(new URL('/forms/contact', address), { method: 'POST', body, redirect: 'manual' });
    await expect(page.locator('#failed-mails').getByRole('link', { name }).first()).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
    await page.goto('about:blank');
  } finally {
    await stop();
  }
});
