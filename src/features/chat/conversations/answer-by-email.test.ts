import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { conversations } from '../conversation.table.ts';
import { leadReplies, leads } from '#src/features/leads/lead.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { mostUnconfirmed, postAsTeam, postAsVisitor } from './post-line.ts';
import { listLineTexts, makeChatStudio } from './conversation.fixture.ts';
import {
  exportConversations,
  confirmWriter,
  findConversation,
  findConversationId,
  findConversationPath,
  isUnconfirmed,
} from './find-conversation.ts';
import { leaveAddress } from './convert-to-lead.ts';

/** A studio whose chat visitors leave addresses. */
async function makeMailingStudio(db: Db) {
  const studio = await makeChatStudio(db);
  const { parts, ada } = studio;
  /** Creates a chat whose visitor has left this address, with functions that reply in it. */
  const leave = async (email = 'runa@studio.example') => {
    const { id, token } = await studio.begin();
    const left = { conversationId: id, name: 'Runa', email, network: 'a network' };
    const kept = await leaveAddress(db, parts, left);
    if (!kept.ok) throw new Error(kept.reason);
    const { leadId } = kept;
    const answer = async (content: string) => {
      const writtenAs = randomUUID();
      const said = await postAsTeam(db, parts, ada, { conversationId: id, writtenAs, content });
      if (!said.ok) throw new Error(said.reason);
      return writtenAs;
    };
    const pathOf = (reply: string) => findConversationPath(db, parts.secret, { id: reply, leadId });
    const mailedToken = async () => ((await pathOf(await answer('An answer.'))) ?? '').replace('/chat/', '');
    return { id, token, leadId, answer, pathOf, mailedToken };
  };
  return { ...studio, leave };
}

describeOnOneDatabase('replies by email', (open) => {
  test('link to the chat with their own token, which grants access once the reader has confirmed', async () => {
    const { db } = await open();
    const { parts, clock, leave } = await makeMailingStudio(db);
    const { id, token, answer, pathOf } = await leave();
    expect(await pathOf(randomUUID()), 'of an answer that was not said here').toBeNull();
    const reply = await answer('Tomorrow at ten.');
    const path = await pathOf(reply);
    expect(path).toMatch(/^\/chat\/[\w-]{43}$/);
    const mailed = (path ?? '').replace('/chat/', '');
    expect(mailed).not.toBe(token);
    expect(JSON.stringify(await db.select().from(conversations)), 'hashes alone').not.toContain(mailed);
    for (const [each, isAsked] of [
      [mailed, true],
      [token, false],
      ['made up', false],
    ] as const)
      expect(await isUnconfirmed(db, each)).toBe(isAsked);
    expect(await findConversationId(db, mailed), 'looking changes nothing').toBeNull();
    expect(await findConversation(db, mailed)).toBeNull();
    expect(await confirmWriter(db, clock.now(), token), 'the browser confirms no address').toBe(false);
    for (const attempt of [1, 2])
      expect(await confirmWriter(db, clock.now(), mailed), `attempt ${attempt}`).toBe(true);
    expect(await isUnconfirmed(db, mailed)).toBe(false);
    for (const madeUp of ['made up', id]) {
      expect(await findConversationId(db, madeUp)).toBeNull();
      expect(await findConversation(db, madeUp)).toBeNull();
    }
    for (const each of [mailed, token])
      expect(await findConversation(db, each)).toMatchObject({ conversation: { id }, lines: [{}, {}] });
    const said = { conversationId: id, writtenAs: randomUUID(), content: 'Thank you.' };
    expect(await postAsVisitor(db, parts, said)).toMatchObject({ ok: true });
    await db.update(conversations).set({ mailTokenHash: null, mailConfirmedAt: null });
    expect(await pathOf(reply), 'of a chat without emails').toBeNull();
  });

  test('are limited before the confirmation and unlimited after it; all are in the chat', async () => {
    const { db } = await open();
    const { parts, clock, leave } = await makeMailingStudio(db);
    const { id, mailedToken, answer } = await leave();
    const mailed = await mailedToken();
    for (let n = 1; n <= mostUnconfirmed; n += 1) await answer(`answer ${n}`);
    expect(await db.$count(leadReplies)).toBe(mostUnconfirmed);
    expect(await db.$count(outbox)).toBe(mostUnconfirmed);
    expect((await listLineTexts(db, id)).at(-1)).toContain(`answer ${mostUnconfirmed}`);
    const again = await leave();
    await again.answer('To the same address from another chat.');
    expect(await db.$count(outbox), 'for an address, whatever the chat').toBe(mostUnconfirmed);
    const asked = { conversationId: id, writtenAs: randomUUID(), content: 'Are you there?' };
    await postAsVisitor(db, parts, asked);
    await answer('We are.');
    expect(await db.select().from(leads), 'the lead is answered').toMatchObject([{ waitingSince: null }]);
    const other = await leave('beck@studio.example');
    await other.answer('To another address.');
    expect(await db.$count(outbox)).toBe(mostUnconfirmed + 1);
    await confirmWriter(db, clock.now(), mailed);
    await answer('By mail again.');
    expect(await db.$count(outbox)).toBe(mostUnconfirmed + 2);
  });

  test('stop after an erasure; neither an export nor the browser’s token then grants access', async () => {
    const { db } = await open();
    const { clock, leave } = await makeMailingStudio(db);
    const { token, leadId, mailedToken } = await leave();
    const mailed = await mailedToken();
    await confirmWriter(db, clock.now(), mailed);
    const exported = JSON.stringify(await exportConversations(db, [leadId]));
    for (const secret of ['ailTokenHash', 'okenHash', 'askedAs', 'networkKey'])
      expect(exported, secret).not.toContain(secret);
    expect(exported, 'when it was confirmed').toContain('mailConfirmedAt');
    await db.delete(leads).where(eq(leads.id, leadId));
    for (const each of [token, mailed]) expect(await findConversation(db, each)).toBeNull();
    expect(await isUnconfirmed(db, mailed)).toBe(false);
  });
});
