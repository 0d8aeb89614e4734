import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listBlocked } from '../desk/find-chats.ts';
import { conversations } from '../conversation.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { dayMs } from '#src/platform/durations.ts';
import { startConversation } from './start-conversation.ts';
import {
  blockConversation,
  endConversation,
  returnConversation,
  joinConversation,
  unblockNetwork,
} from './change-conversation.ts';
import { listLineTexts, makeChatStudio, stateOf } from './conversation.fixture.ts';
import { leaveAddress } from './convert-to-lead.ts';
import { blockedDays, conversationDays, pruneConversations } from './prune-conversations.ts';
import { postAsVisitor } from './post-line.ts';

describeOnOneDatabase('a conversation', (open) => {
  test('is joined by one of many concurrent members, and the others are refused', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const others = [await makePerson(db, 'team', 'Ben Ito'), await makePerson(db, 'team', 'Cleo Marsh')];
    const takes = await Promise.all(
      [ada, ...others].map((member) => joinConversation(db, parts, member, { id, from: null })),
    );
    expect(takes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(takes.filter(({ ok }) => !ok)).toEqual([
      { ok: false, reason: 'taken' },
      { ok: false, reason: 'taken' },
    ]);
    expect(await listLineTexts(db, id)).toEqual(['1 team taken']);
  });

  test('can be taken over by a member who sees that a colleague has it', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const ben = await makePerson(db, 'team', 'Ben Ito');
    await joinConversation(db, parts, ada, { id, from: null });
    expect(await joinConversation(db, parts, ada, { id, from: null }), 'twice').toEqual({ ok: true });
    expect(await joinConversation(db, parts, ben, { id, from: ada.id })).toEqual({ ok: true });
    const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
    expect(row).toMatchObject({ state: 'live', takenBy: ben.id, takenByName: 'Ben Ito', waitingSince: null });
    expect(await listLineTexts(db, id)).toEqual(['1 team taken', '2 team taken']);
  });

  test('is returned and ended once, and each event is a line', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    expect(await returnConversation(db, parts, ada, id)).toEqual({ ok: false, reason: 'not-taken' });
    await joinConversation(db, parts, ada, { id, from: null });
    for (const attempt of [1, 2])
      expect(await returnConversation(db, parts, ada, id), `attempt ${attempt}`).toEqual({ ok: true });
    const handedBack = { ok: false, reason: 'handed-back' };
    expect(await joinConversation(db, parts, ada, { id, from: null }), 'unasked').toEqual(handedBack);
    await postAsVisitor(db, parts, { conversationId: id, writtenAs: randomUUID(), content: 'One more.' });
    await joinConversation(db, parts, ada, { id, from: null });
    for (const attempt of [1, 2])
      expect(await endConversation(db, parts, ada, id), `attempt ${attempt}`).toEqual({ ok: true });
    expect(await joinConversation(db, parts, ada, { id, from: null })).toEqual({ ok: false, reason: 'over' });
    const said = [
      '1 team taken',
      '2 team handed-back',
      '3 visitor One more.',
      '4 team taken',
      '5 team ended',
    ];
    expect(await listLineTexts(db, id)).toEqual(said);
  });

  test('can be returned only by its member', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const ben = await makePerson(db, 'team', 'Ben Ito');
    await joinConversation(db, parts, ada, { id, from: null });
    expect(await returnConversation(db, parts, ben, id)).toEqual({ ok: false, reason: 'taken' });
    expect(await stateOf(db, id)).toBe('live');
    expect(await listLineTexts(db, id)).toEqual(['1 team taken']);
  });

  test('with a visitor’s address is not ended by closing the chat', async () => {
    const { db } = await open();
    const { parts, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const address = { name: 'Runa', email: 'runa@studio.example', network: 'a network' };
    await leaveAddress(db, parts, { conversationId: id, ...address });
    await endConversation(db, parts, null, id);
    expect(await stateOf(db, id)).toBe('mailed');
  });

  test('ends with all waiting ones of its network when it is blocked, which can start none for 30 days', async () => {
    const { db } = await open();
    const { parts, clock, ada, wait, begin } = await makeChatStudio(db);
    const [first, second, elsewhere] = [await begin('a network'), await begin('a network'), await begin()];
    await blockConversation(db, parts, ada, first.id);
    const states = [];
    for (const { id } of [first, second, elsewhere]) states.push(await stateOf(db, id));
    expect(states).toEqual(['ended', 'ended', 'waiting']);
    const again = () => startConversation(db, parts, { askedAs: randomUUID(), network: 'a network' });
    expect(await again()).toEqual({ ok: false, reason: 'blocked' });
    const address = { name: 'Runa', email: 'runa@studio.example', network: 'a network' };
    for (const { id: conversationId } of [first, second])
      expect(await leaveAddress(db, parts, { conversationId, ...address })).toEqual({
        ok: false,
        reason: 'blocked',
      });
    await wait(blockedDays * dayMs);
    await pruneConversations(db, clock.now());
    expect(await again()).toEqual({ ok: false, reason: 'blocked' });
    await pruneConversations(db, new Date(clock.now().getTime() + 1));
    expect(await again()).not.toEqual({ ok: false, reason: 'blocked' });
  });

  test('can be started again after its network is unblocked, and continues if its visitor had left an address', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const [blocked, mailed, other] = [
      await begin('a network'),
      await begin('a network'),
      await begin('another'),
    ];
    const address = { name: 'Runa', email: 'runa@studio.example', network: 'a network' };
    await leaveAddress(db, parts, { conversationId: mailed.id, ...address });
    for (const { id } of [blocked, mailed, other]) await blockConversation(db, parts, ada, id);
    const listed = await listBlocked(db);
    expect(new Set(listed.map(({ chat }) => chat?.id))).toEqual(new Set([mailed.id, other.id]));
    const key = listed.find(({ chat }) => chat?.id === mailed.id)?.networkKey ?? '';
    expect(await unblockNetwork(db, key)).toBe(true);
    expect(await unblockNetwork(db, key), 'it is not blocked any more').toBe(false);
    expect(await listBlocked(db)).toMatchObject([{ chat: { id: other.id, name: null } }]);
    const again = (network: string) => startConversation(db, parts, { askedAs: randomUUID(), network });
    expect(await again('a network')).toMatchObject({ ok: true });
    expect(await again('another')).toMatchObject({ reason: 'blocked' });
    const said = { conversationId: mailed.id, writtenAs: randomUUID(), content: 'Thank you.' };
    expect(await postAsVisitor(db, parts, said)).toMatchObject({ ok: true });
    expect(await stateOf(db, blocked.id), 'what has ended stays so').toBe('ended');
  });

  test('is deleted 90 days after its latest line, unless it belongs to a lead', async () => {
    const { db } = await open();
    const { parts, clock, begin } = await makeChatStudio(db);
    const [forgotten, kept] = [await begin(), await begin()];
    const address = { name: 'Runa', email: 'runa@studio.example', network: 'a network' };
    await leaveAddress(db, parts, { conversationId: kept.id, ...address });
    const limit = clock.now().getTime() + conversationDays * dayMs;
    await pruneConversations(db, new Date(limit));
    expect(await stateOf(db, forgotten.id)).toBe('waiting');
    await pruneConversations(db, new Date(limit + 1));
    expect(await stateOf(db, forgotten.id)).toBeUndefined();
    expect(await stateOf(db, kept.id)).toBe('mailed');
  });
});
