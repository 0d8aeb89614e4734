import { eq } from 'drizzle-orm';
import { v4 as uuidv4 } from 'uuid';
import { expect, test } from 'vitest';
import portal from '#content/portal.yaml';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { makeUploads } from '#src/features/files/uploads/uploads.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { attachmentsColumn, serveMessageFile } from './attachments.ts';
import { messageFiles, messages } from './message.table.ts';
import { messageAction, runMessageAction } from './send-message.ts';

type Fields = Readonly<Record<string, string>>;

/** Posts a message with files like a browser; returns the outcome of its action. */
async function post(services: Services, person: Person, fields: Fields, attached: readonly File[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of attached) form.append('attached', file);
  const encoded = new Response(form);
  const headers = { accept: 'application/json', 'content-type': encoded.headers.get('content-type') ?? '' };
  const init = { method: 'POST', headers, body: await encoded.arrayBuffer() };
  const asked = new Request('https://studio.example/portal/messages?do=send-message', init);
  const locals = { services, session: { person } as unknown as Session };
  const actions = { 'send-message': messageAction(({ projectId }) => `/${projectId}`) };
  const answer = await runMessageAction(
    { request: asked, url: new URL(asked.url), params: {}, locals },
    actions,
  );
  if (!(answer instanceof Response)) throw new Error('not answered as JSON');
  return { status: answer.status, ...((await answer.json()) as object) };
}

const fieldsOf = (projectId: string, content = 'Two files.') => ({
  messageId: uuidv4(),
  projectId,
  content,
});
const notes = () => new File(['Bar 12'], 'notes.txt');

/** Returns the files of all messages, by message. */
async function shownFiles(db: Db) {
  const rows = await db.select({ id: messages.id, files: attachmentsColumn }).from(messages);
  return new Map(rows.map((row) => [row.id, row.files]));
}

describeOnOneDatabase('the files of a message', (open) => {
  test("join the project's files, a client's and the team's, and one email tells the team", async () => {
    const { db, client, projectId, services, left } = await makeUploads(await open(), 'inbox');
    const team = await makePerson(db, 'team', 'Tomas Reyes');
    const ofClient = fieldsOf(projectId, '\uFEFF Exactly\n this ');
    const sent = await post(services, client, ofClient, [notes(), new File(['x'], 'cue.pdf')]);
    expect(sent).toEqual({ ok: true, status: 200, next: `/${projectId}` });
    const ofTeam = fieldsOf(projectId, '');
    expect(await post(services, team, ofTeam, [new File(['mix'], 'mix.mid')])).toMatchObject({ ok: true });
    const inbox = await db.select({ id: clientUploads.id, name: clientUploads.name }).from(clientUploads);
    expect(inbox.map(({ name }) => name).toSorted()).toEqual(['cue.pdf', 'notes.txt']);
    const [file] = await db.select().from(files);
    expect(file).toMatchObject({ name: 'mix.mid', needsApproval: false, uploadedByName: team.name });
    expect(await left('files')).toHaveLength(3);
    const shown = await shownFiles(db);
    expect(shown.get(ofClient.messageId)).toMatchObject([
      { name: 'notes.txt', sizeBytes: 6, href: `/portal/sent-files/${inbox[0]?.id}` },
      { name: 'cue.pdf', sizeBytes: 1 },
    ]);
    expect(shown.get(ofTeam.messageId)).toMatchObject([{ href: `/portal/files/${file?.id}` }]);
    const texts = await db.select({ content: messages.content }).from(messages);
    expect(texts.map(({ content }) => content).toSorted()).toEqual(['', '\uFEFF Exactly\r\n this ']);
    const mails = await db.select({ topic: outbox.topic }).from(outbox).where(eq(outbox.kind, 'team-notice'));
    expect(mails).toEqual([{ topic: 'messages' }]);
  });

  test('of a general conversation have their own bytes, for the client and the team only', async () => {
    const { db, client, services, left } = await makeUploads(await open(), 'inbox');
    const team = await makePerson(db, 'team', 'Tomas Reyes');
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const fields = fieldsOf('general');
    expect(await post(services, client, fields, [notes()])).toMatchObject({ ok: true });
    expect(await left('files')).toHaveLength(1);
    const shown = await shownFiles(db);
    const href = shown.get(fields.messageId)?.[0]?.href ?? '';
    expect(href).toMatch(/^\/portal\/message-files\//);
    const ask = (person: Person) => {
      const url = new URL(href, 'https://studio.example');
      const locals = { services, session: { person } as unknown as Session };
      return serveMessageFile({
        request: new Request(url),
        url,
        params: { id: href.slice(href.lastIndexOf('/') + 1) },
        locals,
      });
    };
    for (const person of [client, team]) {
      const answer = await ask(person);
      expect(answer?.headers.get('content-disposition')).toContain('notes.txt');
      expect(answer?.headers.get('content-security-policy')).toContain('sandbox');
      expect(await answer?.text()).toBe('Bar 12');
    }
    expect(await ask(stranger)).toBeNull();
  });

  test('leave nothing behind if the message is refused or was sent before', async () => {
    const { db, client, projectId, services, left } = await makeUploads(await open(), 'inbox');
    const { unattached } = portal.messages;
    const send = (change: object, attached: readonly File[]) =>
      post(services, client, { ...fieldsOf(projectId), ...change }, attached);
    expect(await send({ projectId: uuidv4() }, [notes()])).toMatchObject({ status: 404 });
    const many = Array.from({ length: 21 }, notes);
    expect(await send({}, many)).toMatchObject({ status: 422, error: unattached.many });
    const large = new File([new Uint8Array(16_000_001)], 'large.wav');
    expect(await send({}, [large])).toMatchObject({ status: 413, error: unattached.size });
    const nameless = new File(['x'], 'n'.repeat(1001));
    expect(await send({}, [notes(), nameless])).toMatchObject({ status: 422, error: unattached.name });
    expect([await left('files'), await db.$count(messages)]).toEqual([[], 0]);
    const fields = fieldsOf(projectId);
    expect(await post(services, client, fields, [notes()])).toMatchObject({ ok: true });
    expect(await post(services, client, fields, [notes()])).toMatchObject({ ok: true });
    expect([await left('files'), await db.$count(messageFiles)]).toEqual([[expect.anything()], 1]);
  });

  test('stay in the message by name after the client has withdrawn them', async () => {
    const { db, client, projectId, services } = await makeUploads(await open(), 'inbox');
    const fields = fieldsOf(projectId);
    await post(services, client, fields, [notes()]);
    await db.delete(clientUploads);
    const shown = await shownFiles(db);
    expect(shown.get(fields.messageId)).toMatchObject([{ name: 'notes.txt', href: null }]);
  });
});
