import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { findConversation } from './conversation.ts';
import { isWaitingForAnswer, listConversations, settleMessagesAction } from './desk-conversations.ts';
import { findMessagesPage, findThread } from './find-messages.ts';
import { messages } from './message.table.ts';
import { excerptOf, searchMessages } from './search-messages.ts';
import { sendMessage } from './send-message.ts';

const at = (minute: number) => testServices(new Date(testNow.getTime() + minute * 60_000));

const rowsOf = (place: { projectId: string } | { clientId: string }, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    ...place,
    authorName: 'Ada Brandt',
    sender: 'team' as const,
    content: `Message ${index}`,
    sentAt: new Date(testNow.getTime() + index * 1000),
  }));

async function settle(db: Db, person: Session['person'], entries: Record<string, string>) {
  const services = { db, clock: { now: () => testNow } } as unknown as Services;
  const session = { person } as unknown as Session;
  return settleMessagesAction({ services, session, entries, params: {} });
}

describeOnOneDatabase('a general conversation', (open) => {
  test('is of one client, who and the team can write in it', async () => {
    const { db } = await open();
    const { client, team } = await makeTestProject(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const general = (content: string) => ({ id: uuidv4(), projectId: 'general', content });
    await sendMessage(db, at(0), client, { ...general('From Runa'), clientId: stranger.clientId });
    await sendMessage(db, at(1), team, { ...general('From Ada'), clientId: client.clientId });
    expect(await sendMessage(db, at(2), team, general('To nobody'))).toEqual({
      ok: false,
      reason: 'not-found',
    });
    const page = await findMessagesPage(db, client.clientId, { projectId: 'general' });
    expect(page?.thread.messages.map(({ content }) => content)).toEqual(['From Runa', 'From Ada']);
    expect(page?.threads[0]).toMatchObject({ projectId: null, lastLine: 'From Ada' });
    const other = await findMessagesPage(db, stranger.clientId, { projectId: 'general' });
    expect(other?.thread.messages).toEqual([]);
    const key = { projectId: 'general', clientId: client.clientId };
    expect(await findConversation(db, stranger, key)).toMatchObject({ clientId: stranger.clientId });
    expect(await db.select().from(notifications)).toMatchObject([
      { kind: 'message-received', projectId: null, clientId: client.clientId },
    ]);
  });
});

describeOnOneDatabase('the conversations at the desk', (open) => {
  test('begin with those that wait, the longest wait first, until they are answered or settled', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const other = await makePerson(db, 'client', 'Osric Vane');
    const say = (minute: number, who: typeof team | typeof client, place: string) =>
      sendMessage(db, at(minute), who, {
        id: uuidv4(),
        projectId: place,
        clientId: client.clientId,
        content: `At ${minute}`,
      });
    const listed = async () =>
      (await listConversations(db, 1)).conversations.map((one) => [one.clientName, one.name, one.isWaiting]);
    await say(1, client, projectId);
    await say(2, other, 'general');
    await say(3, client, 'general');
    const [runa, osric] = [client.name, other.name];
    const project = [runa, 'Tidewater, reel 3'];
    expect(await listed()).toEqual([
      [...project, true],
      [osric, 'General', true],
      [runa, 'General', true],
    ]);
    await say(4, team, projectId);
    expect(await settle(db, team, { projectId: 'general', clientId: other.clientId })).toEqual({
      ok: true,
      next: `/desk/messages?client=${other.clientId}`,
    });
    expect(await settle(db, team, { projectId: uuidv4() })).toMatchObject({ status: 404 });
    expect(await listed()).toEqual([
      [runa, 'General', true],
      [...project, false],
      [osric, 'General', false],
    ]);
    await say(5, other, 'general');
    expect((await listed())[1]).toEqual([osric, 'General', true]);
    expect(await isWaitingForAnswer(db, { projectId, clientId: client.clientId })).toBe(false);
  });

  test('come fifty at a time', async () => {
    const { db } = await open();
    for (let n = 0; n < 51; n += 1) {
      const { clientId } = await makePerson(db, 'client', `Client ${n}`);
      await db.insert(messages).values(rowsOf({ clientId }, 1));
    }
    const [first, second] = [await listConversations(db, 1), await listConversations(db, 2)];
    expect([first.conversations.length, first.hasMore]).toEqual([50, true]);
    expect([second.conversations.length, second.hasMore]).toEqual([1, false]);
  });
});

describeOnOneDatabase('the page with one message', (open) => {
  test('is the latest if it has the message, or else ends with it', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const rows = rowsOf({ projectId }, 80);
    await db.insert(messages).values(rows);
    const conversation = { projectId, clientId: client.clientId };
    const pageWith = (message: string) => findThread(db, conversation, { message });
    expect(await pageWith(rows[79]?.id ?? '')).toMatchObject({ isLatest: true });
    const earlier = await pageWith(rows[20]?.id ?? '');
    expect(earlier).toMatchObject({ isLatest: false, earlierThan: null });
    expect(earlier.messages.at(-1)?.id).toBe(rows[20]?.id);
    for (const unknown of [uuidv4(), 'x', ''])
      expect(await pageWith(unknown)).toMatchObject({ isLatest: true });
  });
});

describeOnOneDatabase('searching messages', (open) => {
  test('ignores case and accents, and finds nothing of other clients for a client', async () => {
    const { db } = await open();
    const { client, projectId } = await makeTestProject(db);
    const stranger = await makePerson(db, 'client', 'Osric Vane');
    const [row] = rowsOf({ projectId }, 1);
    const [general] = rowsOf({ clientId: client.clientId }, 1);
    const [foreign] = rowsOf({ clientId: stranger.clientId }, 1);
    if (!row || !general || !foreign) throw new Error('no row');
    await db.insert(messages).values([
      { ...row, content: 'The Café scene is 100 % louder.' },
      { ...general, content: 'CAFE invoices' },
      { ...foreign, content: 'A cafe of somebody else' },
    ]);
    const find = async (text: string, clientId: string | null) =>
      (await searchMessages(db, text, clientId))?.found.map(({ name }) => name).toSorted();
    expect(await find(' café ', client.clientId)).toEqual(['General', 'Tidewater, reel 3']);
    expect(await find('0 % l', client.clientId)).toEqual(['Tidewater, reel 3']);
    expect(await find('cafe', null)).toHaveLength(3);
    expect(await find('%', stranger.clientId)).toEqual([]);
    expect(await searchMessages(db, '  ', null)).toBeNull();
  });
});

test('an excerpt shows the place that was found, in the spelling of the message', () => {
  const text = `${'before '.repeat(20)}the Café, at last ${'after '.repeat(40)}`;
  const { before, match, after } = excerptOf(text, 'cafe');
  expect(match).toBe('Café');
  expect(before).toMatch(/^….{36}the $/);
  expect(after).toMatch(/^, at last .*…$/);
  expect(excerptOf('Straße', 'strasse')).toEqual({ before: '', match: '', after: 'Straße' });
  expect(excerptOf('ﬁne', 'fine').match).toBe('ﬁne');
});
