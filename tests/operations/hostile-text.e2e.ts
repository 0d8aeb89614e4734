import { withoutDirectionMarks } from '#src/platform/fill.ts';
import { randomUUID } from 'node:crypto';
import { bookCall, dayFromNow } from '../harness/calls.ts';
import { openDesk, pageOfChat } from '../harness/chat.ts';
import { content } from '../harness/content.ts';
import { act, expectText, harm, harmInFileName } from '../harness/harm.ts';
import { mailsWith } from '../harness/mailbox.ts';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { followLink, inviteMember, newestSignInMail, postRecently } from '../harness/sign-in.ts';
import { expect, test } from '../harness/studio-browsers.ts';
import { uploadSound } from '../harness/upload-sound.ts';

/** The same as a scheme for file names, in which braces are only placeholders. */
const naming = harm('naming').replaceAll(/[{}]/g, '');

const idIn = (text: string, before: string): string => {
  const id = new RegExp(`${before}([\\da-f-]{36})`).exec(text)?.[1];
  if (id === undefined) throw new Error(`there is no ${before} in what came`);
  return id;
};

test('shows malicious input as text on every screen of both sides', async ({
  createBrowserToken,
  team,
  freshEmail,
}) => {
  test.slow();
  const desk = await createBrowserToken(team);
  await act(team, '/forms/contact', {
    name: harm('lead'),
    email: freshEmail,
    company: harm('company'),
    message: harm('message'),
  });
  const inbox = await (await team.get(`/desk/leads?q=${encodeURIComponent(freshEmail)}`)).text();
  const lead = `/desk/leads/${idIn(inbox, '/desk/leads/')}`;
  await act(team, `${lead}?do=note`, { entry: randomUUID(), content: harm('note') });
  await act(team, `${lead}/reply?do=reply`, { entry: randomUUID(), content: harm('reply') });
  await act(team, `${lead}?do=status`, { status: 'converted', project: harm('project') });
  const converted = await (await team.get(lead)).text();
  const projectId = idIn(converted, '/desk/projects/');
  const clientId = idIn(converted, '/desk/clients/');
  const project = `/desk/projects/${projectId}`;
  const call = await bookCall(team, lead, { day: dayFromNow(40), time: '06:10' });
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
  await act(team, '/desk/messages?do=send-message', {
    projectId,
    messageId: randomUUID(),
    content: harm('from-team'),
  });
  await act(team, `${project}?do=issue-invoice`, {
    'description-1': harm('invoice'),
    'unit-1': '"><b>hours</b>',
    'unitPrice-1': '12.00',
    currency: 'USD',
    reference: '"><svg onload="document.title=1">',
    notes: harm('notes'),
    dueOn: '2099-01-01',
    sure: 'yes',
  });
  await uploadSound(team, { projectId, name: `${harm('file')}.wav` });
  await uploadSound(team, { projectId, name: `${harm('file')} v2.wav` });
  const asked = await (await team.get(project)).text();
  await act(team, `${project}?do=answer-proposals`, {
    [`recording-${idIn(asked, 'name="recording-')}`]: idIn(asked, ' data-version="'),
  });
  const made = await act(team, '/desk/clients/new?do=create', {
    client: harm('firm'),
    name: harm('person'),
    email: `c-${freshEmail}`,
    may: 'listen',
  });
  const firm = made.next ?? '';
  const colleague = { name: harm('colleague'), email: `d-${freshEmail}`, may: 'listen' };
  const added = await postRecently(team, `/desk/clients/${clientId}?do=add`, colleague);
  expect(added.status()).toBe(303);
  await inviteMember(team, `m-${freshEmail}`, harm('member'));

  const portal = await createBrowserToken();
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
  const share = `${own}/share`;
  // Only the team lets guests see all comments.
  await act(team, `${share}?do=make-link`, {
    linkId: randomUUID(),
    showsAllComments: 'yes',
    target: 'project',
    name: harm('link'),
    days: '14',
    mayComment: 'yes',
  });
  const listen = /\/listen\/[\w-]{43}/.exec(await (await team.get(share)).text())?.[0] ?? '';
  const guest = await createBrowserToken();
  await guest.goto(listen);
  await act(guest.request, `${listen}?do=add-comment`, {
    fileId,
    commentId: randomUUID(),
    at: '0:01.5',
    name: harm('guest').slice(0, 100),
    content: harm('by-guest'),
  });
  await act(client, '/portal/messages?do=send-message', {
    projectId,
    messageId: randomUUID(),
    content: harm('from-client'),
  });
  await uploadSound(client, {
    projectId,
    name: `../${harm('sent')}/${harm('reference')}.wav`,
    path: '/portal/uploads',
  });
  const invoiceId = idIn(await (await client.get('/portal/invoices')).text(), '/portal/invoices/');
  await expectText(portal, '/portal', ['project', 'file', 'step', 'lead']);
  await expectText(portal, '/portal/projects', ['project', 'description']);
  await expectText(portal, own, [
    'project',
    'description',
    'file',
    'comment',
    'thread',
    'by-guest',
    'step',
    'detail',
    'from-client',
    'reference',
  ]);
  await expectText(portal, `/portal/messages?project=${projectId}`, ['from-team', 'from-client', 'project']);
  await expectText(portal, '/portal/invoices', ['invoice']);
  await expectText(portal, `/portal/invoices/${invoiceId}`, ['invoice', 'lead']);
  for (const page of [portal, desk]) await expectText(page, share, ['link', 'project', 'file']);
  await expectText(guest, listen, ['project', 'comment', 'by-guest']);
  await expect(guest.locator('#player')).toContainText(harmInFileName('file'));
  await expect(guest.locator('main')).toContainText(harm('guest').slice(0, 100));
  await expectText(portal, '/account', ['lead']);
  await expectText(portal, '/portal/settings', ['lead']);
  expect((await client.get(`/portal/invoices/${invoiceId}/pdf`)).status()).toBe(200);

  await expectText(desk, `/desk/leads?q=${encodeURIComponent(freshEmail)}`, ['lead']);
  await expectText(desk, lead, ['lead', 'company', 'message', 'note', 'reply']);
  await expectText(desk, `/desk/clients/${clientId}`, ['lead', 'project', 'colleague']);
  await act(team, `${call}?do=cancel`, { reason: harm('call'), sequence: '0', sure: 'yes' });
  await expectText(desk, call, ['lead'], ['call']);
  await expectText(desk, `/desk/calls?day=${dayFromNow(40)}`, ['lead']);
  await expectText(portal, '/portal/people', ['lead', 'colleague']);
  await expectText(desk, `/desk/clients?q=${encodeURIComponent(freshEmail)}`, ['firm', 'person', 'lead']);
  await expectText(desk, firm, ['firm', 'person']);
  await expectText(desk, `${firm}/edit`, ['firm', 'person']);
  await expectText(desk, `${firm}/merge`, ['firm', 'company']);
  await expectText(desk, `${firm}/merge?into=${clientId}`, [], ['firm', 'company']);
  const chat = `/desk/chats/${sampleIdOf('chat', 'eight-episodes')}`;
  await act(team, `${chat}?do=say`, { messageId: randomUUID(), content: harm('line') });
  for (const path of ['/desk/chats', chat, `/desk/leads/${sampleIdOf('lead', 'beck')}`])
    await expectText(desk, path, ['line']);
  await desk.goto('/desk/clients/import');
  const cells = [harm('cell'), harm('name'), 'no address'].map((cell) => `"${cell.replaceAll('"', '""')}"`);
  await desk.getByLabel(content['desk-clients'].import.pasted).fill(`company,name,email\n${cells.join(',')}`);
  await desk.getByRole('button', { name: content['desk-clients'].import.preview }).click();
  for (const cell of [harm('cell'), harm('name')])
    await expect(desk.getByRole('cell', { name: cell.replaceAll(/\s+/g, ' ') })).toBeVisible();
  expect(await desk.title()).not.toBe('taken');
  await expectText(desk, '/desk/projects', ['project', 'company']);
  const shown = 'project description file step from-team from-client invoice sent reference';
  await expectText(desk, project, shown.split(' '));
  expect((await team.get(`${project}/sent-files.zip`)).status()).toBe(200);
  await act(team, `${project}?do=take-sent-file`, {
    sentId: idIn(await (await team.get(project)).text(), '/portal/sent-files/'),
  });
  await expectText(desk, project, ['sent', 'reference']);
  await expect(desk.getByLabel(content['desk-projects'].details.naming)).toHaveValue(naming);
  const sheet = `/portal/files/${fileId}/report`;
  const delivery = `${own}/delivery`;
  const { sha256 } = (await (await client.get(`${sheet}.json`)).json()) as { sha256: string };
  for (const page of [portal, desk]) {
    await expectText(page, sheet, []);
    for (const text of [harmInFileName('file'), withoutDirectionMarks(naming)])
      await expect(page.locator('#sheet')).toContainText(text);
    await expectText(page, delivery, ['project']);
    for (const text of [harmInFileName('file'), withoutDirectionMarks(naming)])
      await expect(page.locator('#sheet')).toContainText(text);
    await expectText(page, `/portal/sheets/${sha256}`, ['file']);
  }
  for (const path of [`${sheet}.pdf`, `${delivery}.pdf`]) expect((await client.get(path)).status()).toBe(200);
  await expectText(desk, '/desk/invoices', ['invoice', 'company']);
  await expectText(desk, '/desk/team', ['member']);
  await act(team, `${project}?do=void-invoice`, { invoiceId, reason: harm('reason') });
  await expectText(desk, '/desk/invoices', [], ['reason']);
  await expectText(portal, '/portal/invoices', ['reason']);
  await desk.goto('/dev/mailbox');
  expect(await desk.title()).not.toBe('taken');
});

test('shows malicious chat input as text on its page, in its email and at the desk', async ({
  createBrowserToken,
  team,
  freshEmail,
}) => {
  const { confirm, desk: deskWords } = content.conversations;
  const desk = await openDesk(createBrowserToken, team);
  const visitor = await createBrowserToken();
  const begun = await visitor.request.post('/chat', { form: { asked_as: randomUUID() } });
  const path = `/chat/${((await begun.json()) as { token: string }).token}`;
  const [said, answer] = [`said ${randomUUID()}`, `answer ${randomUUID()}`];
  await act(visitor.request, `${path}/lines`, { written_as: randomUUID(), content: harm(said) });
  await act(visitor.request, `${path}?do=leave-address`, { name: harm('visitor'), email: freshEmail });
  await expectText(desk, '/desk/chats', [said, 'visitor']);
  const chat = await pageOfChat(desk, said);
  await act(team, `${chat}?do=say`, { messageId: randomUUID(), content: harm(answer) });
  await expectText(desk, chat, [said, answer, 'visitor']);
  const linkIn = async () => {
    const [mail = ''] = await mailsWith(team, answer);
    return /\/chat\/[\w-]{43}/.exec(mail)?.[0] ?? '';
  };
  await expect.poll(linkIn, { intervals: [50, 100, 250] }).not.toBe('');
  const link = await linkIn();
  expect(link, 'not the browser’s').not.toBe(path);
  await expectText(visitor, link, []);
  expect(await visitor.content()).not.toContain(said);
  await visitor.getByRole('button', { name: confirm.yes }).click();
  await expectText(visitor, link, [said, answer]);
  await act(team, `${chat}?do=block`, {});
  await expectText(desk, '/desk/chats', ['visitor']);
  const row = desk.locator('#chats-blocked').getByRole('listitem').filter({ hasText: 'visitor"' });
  await expect(row).toContainText(harm('visitor').replaceAll(/\s+/g, ' '));
  await row.getByRole('button', { name: deskWords.networks.unblock }).click();
  await expect(row).toHaveCount(0);
});
