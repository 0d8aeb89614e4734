import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { conversations } from '../conversation.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { startConversation, startsPerDay, startsPerHour, mostWaiting } from './start-conversation.ts';
import { findConversationId } from './find-conversation.ts';
import { findChat, listChats } from '../desk/find-chats.ts';
import { findHeaderChats } from '../desk/desk-chats.fixture.ts';
import { requestAgain } from './start-conversation.ts';
import { returnConversation, joinConversation } from './change-conversation.ts';
import { makeChatStudio } from './conversation.fixture.ts';
import { postAsVisitor } from './post-line.ts';

describeOnOneDatabase('requesting a person', (open) => {
  test('starts one conversation per id', async () => {
    const { db } = await open();
    const { parts } = await makeChatStudio(db);
    const asked = { askedAs: randomUUID(), network: 'a network' };
    const answers = await Promise.all(Array.from({ length: 3 }, () => startConversation(db, parts, asked)));
    const [first] = answers;
    if (!first?.ok) throw new Error('not begun');
    expect(answers).toEqual([first, first, first]);
    const [row, ...others] = await db.select().from(conversations);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ state: 'waiting', seq: 0, waitingSince: null });
    expect(await findConversationId(db, first.token)).toBe(row?.id);
    expect(await findConversationId(db, 'made up')).toBeNull();
  });

  test('stores neither the token nor the network', async () => {
    const { db } = await open();
    const { begin } = await makeChatStudio(db);
    const { token } = await begin('192.0.2.77');
    const text = JSON.stringify(await db.select().from(conversations));
    expect(text).not.toContain(token);
    expect(text).not.toContain('192.0.2.77');
  });

  test('is possible three times an hour from one network', async () => {
    const { db } = await open();
    const { parts, wait, begin } = await makeChatStudio(db);
    for (let n = 0; n < startsPerHour; n += 1) await begin('a network');
    const again = () => startConversation(db, parts, { askedAs: randomUUID(), network: 'a network' });
    expect(await again()).toEqual({ ok: false, reason: 'too-many', retryAfterS: 3600 });
    await begin('another network');
    await wait(hourMs);
    expect(await again()).toMatchObject({ ok: true });
  });

  test('is possible ten times a day from a /48 of IPv6, which counts as one network', async () => {
    const { db } = await open();
    const { parts, wait } = await makeChatStudio(db);
    let networks = 0;
    const beginFrom = (range: string) => {
      networks += 1;
      const network = `${range}:${networks.toString(16)}::/64`;
      return startConversation(db, parts, { askedAs: randomUUID(), network });
    };
    for (let hour = 0; hour < 6; hour += 1) {
      for (let n = 0; n < 6; n += 1) await beginFrom('2001:db8:1');
      await wait(hourMs);
    }
    expect(await db.$count(conversations)).toBe(startsPerDay);
    expect(await beginFrom('2001:db8:2')).toMatchObject({ ok: true });
  });

  test('returns the token again for an hour only, so that no backup grants access later', async () => {
    const { db } = await open();
    const { parts, wait } = await makeChatStudio(db);
    const asked = { askedAs: randomUUID(), network: 'a network' };
    expect(await startConversation(db, parts, asked)).toMatchObject({ ok: true });
    await wait(hourMs + 1);
    expect(await startConversation(db, parts, asked)).toEqual({ ok: false, reason: 'nobody' });
    expect(await db.$count(conversations)).toBe(1);
  });

  test('does not wait before the first line', async () => {
    const { db } = await open();
    const { parts, clock, begin } = await makeChatStudio(db);
    const { id } = await begin();
    for (let n = 0; n < mostWaiting; n += 1) await begin();
    const waiting = async () => (await findHeaderChats(db, randomUUID())).waiting;
    expect([await listChats(db), await waiting()]).toEqual([[], 0]);
    await postAsVisitor(db, parts, { conversationId: id, writtenAs: randomUUID(), content: 'Hello?' });
    const listed = await listChats(db);
    expect(listed).toMatchObject([{ id, waitingSince: clock.now(), latest: 'Hello?' }]);
    expect(await waiting()).toBe(1);
  });

  test('stores the earlier questions, and updates them on the next request', async () => {
    const { db } = await open();
    const { parts, ada } = await makeChatStudio(db);
    const asked = { askedAs: randomUUID(), network: 'a network', askedBefore: ['Do you rent rooms?'] };
    const begun = await startConversation(db, parts, asked);
    const id = (begun.ok && (await findConversationId(db, begun.token))) || '';
    const handed = async () => (await findChat(db, id))?.conversation.askedBefore;
    expect(await handed()).toEqual(['Do you rent rooms?']);
    await joinConversation(db, parts, ada, { id, from: null });
    await returnConversation(db, parts, ada, id);
    await requestAgain(db, parts, id, ['Do you rent rooms?', 'And drums?']);
    expect(await handed()).toEqual(['Do you rent rooms?', 'And drums?']);
  });

  test('is refused while too many visitors wait', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const beginWith = async (content: string) => {
      const { id } = await begin();
      await postAsVisitor(db, parts, { conversationId: id, writtenAs: randomUUID(), content });
      return id;
    };
    const id = await beginWith('first');
    for (let n = 1; n < mostWaiting; n += 1) await beginWith(`${n}`);
    const again = () => startConversation(db, parts, { askedAs: randomUUID(), network: 'a network' });
    expect(await again()).toEqual({ ok: false, reason: 'nobody' });
    await joinConversation(db, parts, ada, { id, from: null });
    expect(await again()).toMatchObject({ ok: true });
  });
});
