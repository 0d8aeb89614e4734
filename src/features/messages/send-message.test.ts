import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { messages } from './message.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { sendMessage } from './send-message.ts';

const services = testServices();

describeOnOneDatabase('a message', (open) => {
  test('from a client is stored exactly as typed, and announced', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const message = { id: uuidv4(), projectId, content: ' Zeile\r\n<b>\u{1F50A}</b> ' };
    expect(await sendMessage(db, services, client, message)).toEqual({ ok: true, isNew: true });
    expect(await db.select().from(messages)).toMatchObject([
      { ...message, sender: 'client', authorId: client.id, authorName: client.name },
    ]);
    const events = await db.select({ kind: clientEvents.kind }).from(clientEvents);
    expect(events.map(({ kind }) => kind)).toEqual(['project-created', 'message-sent']);
    const entries = await db.select().from(activity);
    expect(entries.at(-1)).toMatchObject({
      kind: 'message-sent',
      actorName: client.name,
      subjectId: message.id,
    });
    expect(await db.select().from(notifications)).toEqual([]);
  });

  test('from the team notifies the client', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const message = { id: uuidv4(), projectId, content: 'Version 2 is up.' };
    await sendMessage(db, services, team, message);
    expect(await db.select().from(notifications)).toMatchObject([
      {
        clientId: client.clientId,
        kind: 'message-received',
        subjectId: message.id,
        details: { project: 'Tidewater, reel 3', author: 'Ada Brandt' },
      },
    ]);
  });

  test('from the team waits for a question if a colleague has answered since', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const ben = await makePerson(db, 'team', 'Ben Ito');
    const send = (author: typeof team | typeof client, content: string, sight = {}, id = uuidv7()) =>
      sendMessage(db, services, author, { id, projectId, content, ...sight });
    const asked = uuidv7();
    await send(client, 'When is it ready?', {}, asked);
    expect(await send(team, 'On Monday.', { seen: asked })).toMatchObject({ ok: true });
    const unseen = {
      ok: false,
      reason: 'answered',
      answers: [{ authorName: 'Ada Brandt', content: 'On Monday.' }],
    };
    expect(await send(ben, 'On Tuesday.', { seen: asked })).toMatchObject(unseen);
    expect(await send(ben, 'On Tuesday.', { seen: '' }), 'opened before any message').toMatchObject(unseen);
    expect(await db.$count(messages)).toBe(2);
    await send(client, 'Thank you.', { seen: '' });
    const id = uuidv7();
    expect(await send(ben, 'Or on Tuesday.', { seen: asked, isSure: true }, id)).toMatchObject({ ok: true });
    expect(await send(ben, 'Or on Tuesday.', { seen: asked }, id), 'stored already').toMatchObject({
      ok: true,
    });
    expect(await send(ben, 'At noon.', { seen: asked }), 'after their own').toMatchObject({ ok: true });
    expect(await send(team, 'No, on Monday.', { seen: id }), 'seen, but not the last').toMatchObject({
      answers: [{ content: 'At noon.' }],
    });
    expect(await send(client, 'Which day?', { seen: '' }), 'clients are not asked').toMatchObject({
      ok: true,
    });
  });

  test('that is blank, too long or for another client’s project is not stored', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const send = (author: typeof client, change: object) =>
      sendMessage(db, services, author, { id: uuidv4(), projectId, content: 'Hello', ...change });
    const blank = { ok: false, reason: 'blank' };
    const notFound = { ok: false, reason: 'not-found' };
    for (const content of ['', ' \n\t', '\u200b\u2003', 'x'.repeat(20_001), 'a\0b'])
      expect(await send(client, { content })).toEqual(blank);
    expect(await send(stranger, {})).toEqual(notFound);
    for (const id of ['', 'x', "' or 1=1 --", uuidv4()])
      expect(await send(client, { projectId: id })).toEqual(notFound);
    expect(await send(client, { id: 'x' })).toEqual(notFound);
    expect(await db.select().from(messages)).toEqual([]);
    expect(await db.select().from(clientEvents)).toHaveLength(1);
  });

  test('that is sent again is stored once; its id with another text or from another person is refused', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const message = { id: uuidv4(), projectId, content: 'Good.' };
    expect(await sendMessage(db, services, client, message)).toEqual({ ok: true, isNew: true });
    expect(await sendMessage(db, services, client, message)).toEqual({ ok: true, isNew: false });
    const conflict = { ok: false, reason: 'conflict' };
    expect(await sendMessage(db, services, client, { ...message, content: 'Bad.' })).toEqual(conflict);
    expect(await sendMessage(db, services, team, message)).toEqual(conflict);
    expect(await db.select().from(messages)).toMatchObject([{ content: 'Good.' }]);
    expect(await db.select().from(clientEvents)).toHaveLength(2);
  });

  test('that is sent twenty times at once is stored once, and twenty messages at once are all stored', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const message = { id: uuidv4(), projectId, content: 'Good.' };
    const same = Array.from({ length: 20 }, () => sendMessage(db, services, client, message));
    const others = Array.from({ length: 20 }, () =>
      sendMessage(db, services, client, { ...message, id: uuidv4() }),
    );
    const answers = await Promise.all([...same, ...others]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await db.$count(messages)).toBe(21);
    const events = await db.select({ seq: clientEvents.seq }).from(clientEvents).orderBy(clientEvents.seq);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
  });
});
