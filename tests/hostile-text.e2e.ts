import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { content } from './harness/content.ts';
import { followLink, newestSignInMail } from './harness/sign-in.ts';
import { expect, test } from './harness/studio-browsers.ts';
import { waveOf } from './harness/wave.ts';

/** What somebody types who means harm: markup in every context, a formula, a template, a change of direction. */
const harm = (field: string) =>
  `${field}"'><img src=x onerror="document.title='taken'"><script>document.title='taken'</script></textarea>` +
  `<svg onload="document.title='taken'"> =1+1 {{7*7}} \${7*7} \u202Eabc 🎹`;

/** The same as a scheme for file names, in which braces stand for parts alone. */
const naming = harm('naming').replaceAll(/[{}]/g, '');

type Posted = { readonly next?: string; readonly status: number; readonly text: string };

/** Posts a form as a page would that asks for JSON. */
async function act(
  request: APIRequestContext,
  address: string,
  form: Record<string, string>,
): Promise<Posted> {
  const answer = await request.post(address, { form, headers: { accept: 'application/json' } });
  const text = await answer.text();
  expect(answer.status(), `${address}: ${text}`).toBe(200);
  return { ...(JSON.parse(text) as { next?: string }), status: answer.status(), text };
}

const idIn = (text: string, before: string): string => {
  const id = new RegExp(`${before}([\\da-f-]{36})`).exec(text)?.[1];
  if (id === undefined) throw new Error(`there is no ${before} in what came`);
  return id;
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function upload(team: APIRequestContext, projectId: string, name: string): Promise<void> {
  const bytes = waveOf(2);
  const made = await team.post('/desk/uploads', {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `projectId ${base64(projectId)},name ${base64(name)},needsApproval ${base64('yes')}`,
    },
  });
  expect(made.status()).toBe(201);
  const sent = await team.patch(made.headers()['location'] ?? '', {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    data: bytes,
  });
  expect(sent.status()).toBe(204);
}

/** The page shows these texts to the letter and has made nothing else of them. */
async function expectText(page: Page, path: string, fields: readonly string[]): Promise<void> {
  await page.goto(path);
  const shown = await page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: string[] = [...typed, document.title];
    while (texts.nextNode()) all.push(texts.currentNode.textContent ?? '');
    return all.join('\n');
  });
  for (const field of fields) expect(shown, `${field} on ${path}`).toContain(harm(field));
  expect(await page.title()).not.toBe('taken');
  expect(await page.locator('img[src="x"], svg[onload]').count(), path).toBe(0);
}

test('what means harm is text on every screen of both sides', async ({ newBrowser, team, freshEmail }) => {
  test.slow();
  const desk = await newBrowser(team);
  await act(team, '/forms/contact', {
    name: harm('lead'),
    email: freshEmail,
    company: harm('company'),
    message: harm('message'),
  });
  const inbox = await (await team.get(`/desk?q=${encodeURIComponent(freshEmail)}`)).text();
  const lead = `/desk/leads/${idIn(inbox, '/desk/leads/')}`;
  await act(team, `${lead}?do=note`, { entry: randomUUID(), content: harm('note') });
  await act(team, `${lead}?do=reply`, { entry: randomUUID(), content: harm('reply') });
  await act(team, `${lead}?do=status`, { status: 'converted', project: harm('project') });
  const converted = await (await team.get(lead)).text();
  const projectId = idIn(converted, '/desk/projects/');
  const clientId = idIn(converted, '/desk/clients/');
  const project = `/desk/projects/${projectId}`;
  const version = /name="version" value="(\d+)"/.exec(await (await team.get(project)).text())?.[1] ?? '';
  await act(team, `${project}?do=edit`, {
    name: harm('project'),
    description: harm('description'),
    status: 'review',
    progress: '40',
    deliverySpecification: 'ebu-r128',
    fileNaming: naming,
    version,
  });
  await act(team, `${project}?do=add-milestone`, { title: harm('step'), description: harm('detail') });
  await act(team, `${project}?do=send-message`, {
    projectId,
    messageId: randomUUID(),
    content: harm('from-team'),
  });
  await act(team, `${project}?do=issue-invoice`, {
    amount: '12.00',
    description: harm('invoice'),
    dueOn: '2099-01-01',
  });
  await upload(team, projectId, `${harm('file')}.wav`);
  await upload(team, projectId, `${harm('file')} v2.wav`);
  const asked = await (await team.get(project)).text();
  await act(team, `${project}?do=answer-proposals`, {
    [`recording-${idIn(asked, 'name="recording-')}`]: idIn(asked, '<tr data-version="'),
  });
  await act(team, '/desk/team?do=invite', { name: harm('member'), email: `m-${freshEmail}` });

  const portal = await newBrowser();
  await followLink(portal, (await newestSignInMail(portal.request, freshEmail)).link);
  const client = portal.request;
  const own = `/portal/projects/${projectId}`;
  const fileId = idIn(await (await client.get(own)).text(), '/portal/files/');
  await act(client, `${own}?do=add-comment`, {
    fileId,
    commentId: randomUUID(),
    at: '0:01.0',
    content: harm('comment'),
  });
  const commentId = idIn(await (await client.get(own)).text(), 'comment-');
  await act(team, `${project}?do=reply-to-comment`, {
    fileId,
    replyTo: commentId,
    commentId: randomUUID(),
    content: `${harm('thread')} @${harm('lead')}`,
  });
  await act(client, `${own}?do=edit-comment`, {
    fileId,
    commentId,
    version: '1',
    content: `${harm('comment')} @${harm('member')}`,
  });
  await act(client, '/portal/messages?do=send-message', {
    projectId,
    messageId: randomUUID(),
    content: harm('from-client'),
  });
  const invoiceId = idIn(await (await client.get('/portal/invoices')).text(), '/portal/invoices/');

  await expectText(portal, '/portal', ['project', 'file', 'step']);
  await expectText(portal, '/portal/projects', ['project', 'description']);
  await expectText(portal, own, [
    'project',
    'description',
    'file',
    'comment',
    'thread',
    'step',
    'detail',
    'from-client',
  ]);
  await expectText(portal, `/portal/messages?project=${projectId}`, ['from-team', 'from-client', 'project']);
  await expectText(portal, '/portal/invoices', ['invoice']);
  await expectText(portal, `/portal/invoices/${invoiceId}`, ['invoice', 'lead']);
  await expectText(portal, '/account', ['lead']);
  await expectText(portal, '/portal/settings', ['lead']);
  expect((await client.get(`/portal/invoices/${invoiceId}/pdf`)).status()).toBe(200);

  await expectText(desk, `/desk?q=${encodeURIComponent(freshEmail)}`, ['lead']);
  await expectText(desk, lead, ['lead', 'company', 'message', 'note', 'reply']);
  await expectText(desk, `/desk/clients/${clientId}`, ['lead', 'project']);
  await expectText(desk, '/desk/projects', ['project', 'lead']);
  await expectText(desk, project, [
    'project',
    'description',
    'file',
    'step',
    'from-team',
    'from-client',
    'invoice',
  ]);
  await expect(desk.getByLabel(content['desk-projects'].details.naming)).toHaveValue(naming);
  const sheet = `/portal/files/${fileId}/sheet`;
  const delivery = `${own}/delivery`;
  const { sha256 } = (await (await client.get(`${sheet}.json`)).json()) as { sha256: string };
  for (const page of [portal, desk]) {
    await expectText(page, sheet, []);
    for (const text of [harm('file'), naming]) await expect(page.locator('#sheet')).toContainText(text);
    await expectText(page, delivery, ['project']);
    for (const text of [harm('file'), naming]) await expect(page.locator('#sheet')).toContainText(text);
    await expectText(page, `/portal/sheets/${sha256}`, ['file']);
  }
  for (const path of [`${sheet}.pdf`, `${delivery}.pdf`]) expect((await client.get(path)).status()).toBe(200);
  await expectText(desk, '/desk/invoices', ['invoice', 'lead']);
  await expectText(desk, '/desk/team', ['member']);
  await act(team, `${project}?do=void-invoice`, { invoiceId, reason: harm('reason') });
  await expectText(desk, '/desk/invoices', ['reason']);
  await expectText(portal, '/portal/invoices', ['reason']);
  await desk.goto('/dev/mailbox');
  expect(await desk.title()).not.toBe('taken');
});
