import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findHeaderChats } from '../desk/desk-chats.fixture.ts';
import { conversations } from '../conversation.table.ts';
import { recordVisitors } from './conversation-hub.ts';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { returnConversation, joinConversation } from './change-conversation.ts';
import { listLineTexts, makeChatStudio, stateOf } from './conversation.fixture.ts';
import { endAbandonedConversations, abandonedAfterMs } from './prune-conversations.ts';
import { leaveAddress, convertToLead } from './convert-to-lead.ts';
import { postAsVisitor } from './post-line.ts';

describeOnOneDatabase('an abandoned chat', (open) => {
  test('ends automatically after a day, with a line about it, and is no longer counted on the desk', async () => {
    const { db } = await open();
    const { parts, clock, ada, wait, begin } = await makeChatStudio(db);
    const [waiting, live, back] = [await begin(), await begin(), await begin()];
    for (const { id } of [live, back]) await joinConversation(db, parts, ada, { id, from: null });
    await returnConversation(db, parts, ada, back.id);
    await wait(abandonedAfterMs);
    await endAbandonedConversations(db, clock.now());
    expect(await stateOf(db, waiting.id)).toBe('waiting');
    await wait(1);
    for (const attempt of [1, 2]) {
      await endAbandonedConversations(db, clock.now());
      expect(await listLineTexts(db, waiting.id), `attempt ${attempt}`).toEqual(['1 visitor left']);
    }
    expect(await listLineTexts(db, live.id)).toEqual(['1 team taken', '2 visitor left']);
    expect(await listLineTexts(db, back.id)).toEqual([
      '1 team taken',
      '2 team handed-back',
      '3 visitor left',
    ]);
    for (const { id } of [waiting, live, back]) expect(await stateOf(db, id)).toBe('ended');
    expect(await findHeaderChats(db, ada.id)).toMatchObject({ waiting: 0 });
    const said = { conversationId: waiting.id, writtenAs: randomUUID(), content: 'Hello?' };
    expect(await postAsVisitor(db, parts, said)).toEqual({ ok: false, reason: 'ended' });
  });

  test('continues if the visitor has it open or has written since', async () => {
    const { db } = await open();
    const { parts, clock, wait, begin } = await makeChatStudio(db);
    const [followed, said, gone] = [await begin(), await begin(), await begin()];
    await wait(abandonedAfterMs / 2);
    await recordVisitors(db, clock.now(), [followed.id]);
    await postAsVisitor(db, parts, { conversationId: said.id, writtenAs: randomUUID(), content: 'Hello?' });
    await wait(abandonedAfterMs / 2 + 1);
    await endAbandonedConversations(db, clock.now());
    expect(await stateOf(db, followed.id)).toBe('waiting');
    expect(await stateOf(db, said.id)).toBe('waiting');
    expect(await stateOf(db, gone.id)).toBe('ended');
  });

  test('is recorded in the history of its lead, and stays open if replies are emailed', async () => {
    const { db } = await open();
    const { parts, clock, ada, wait, begin } = await makeChatStudio(db);
    const [kept, mailed] = [await begin(), await begin()];
    const address = { name: 'Runa', email: 'runa@studio.example' };
    await convertToLead(db, parts, ada, { conversationId: kept.id, ...address });
    await leaveAddress(db, parts, { conversationId: mailed.id, network: 'a network', ...address });
    await wait(abandonedAfterMs + 1);
    await endAbandonedConversations(db, clock.now());
    expect([await stateOf(db, kept.id), await stateOf(db, mailed.id)]).toEqual(['ended', 'mailed']);
    const told = await db.select().from(activity).where(eq(activity.kind, 'chat-left'));
    expect(told).toMatchObject([{ actorName: 'Runa', subjectId: kept.id }]);
    const [row] = await db.select().from(conversations).where(eq(conversations.id, kept.id));
    expect(row).toMatchObject({ takenBy: null, waitingSince: null });
  });
});
