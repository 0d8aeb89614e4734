import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { conversationLines } from '../conversation.table.ts';
import { leadReplies, leads } from '#src/features/leads/lead.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { endConversation, returnConversation, joinConversation } from './change-conversation.ts';
import { listLineTexts, makeChatStudio, stateOf } from './conversation.fixture.ts';
import { leaveAddress } from './convert-to-lead.ts';
import { postAsTeam, postAsVisitor, visitorLines, visitorLinesAMinute } from './post-line.ts';

const lineOf = (conversationId: string, content: string) => ({
  conversationId,
  content,
  writtenAs: randomUUID(),
});

describeOnOneDatabase('a line in a conversation', (open) => {
  test('is numbered without gaps, even if many are sent at once', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    await joinConversation(db, parts, ada, { id, from: null });
    const said = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        n % 2 === 0
          ? postAsVisitor(db, parts, lineOf(id, `v${n}`))
          : postAsTeam(db, parts, ada, lineOf(id, `t${n}`)),
      ),
    );
    const numbers = said.flatMap((line) => (line.ok ? [line.seq] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, n) => n + 2));
  });

  test('is stored once if it is repeated, with the same response', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const line = lineOf(id, 'Hello?');
    const answers = await Promise.all(Array.from({ length: 30 }, () => postAsVisitor(db, parts, line)));
    expect(answers).toEqual(Array.from({ length: 30 }, () => ({ ok: true, seq: 1 })));
    await joinConversation(db, parts, ada, { id, from: null });
    const reply = lineOf(id, 'Hello.');
    for (const attempt of [1, 2])
      expect(await postAsTeam(db, parts, ada, reply), `attempt ${attempt}`).toEqual({ ok: true, seq: 3 });
    expect(await listLineTexts(db, id)).toEqual(['1 visitor Hello?', '2 team taken', '3 team Hello.']);
  });

  test('is refused if its id is taken by another, and stores nothing', async () => {
    const { db } = await open();
    const { parts, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const line = lineOf(id, 'Hello?');
    await postAsVisitor(db, parts, line);
    const other = await postAsVisitor(db, parts, { ...line, content: 'Goodbye.' });
    expect(other).toEqual({ ok: false, reason: 'conflict' });
    expect(await listLineTexts(db, id)).toEqual(['1 visitor Hello?']);
  });

  test('is limited for visitors to 20 a minute, repeats not counted, and 200 in all', async () => {
    const { db } = await open();
    const { parts, wait, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const first = lineOf(id, 'line 0');
    await postAsVisitor(db, parts, first);
    for (let n = 1; n < visitorLinesAMinute; n += 1) await postAsVisitor(db, parts, lineOf(id, `line ${n}`));
    expect(await postAsVisitor(db, parts, first)).toEqual({ ok: true, seq: 1 });
    const over = await postAsVisitor(db, parts, lineOf(id, 'one more'));
    expect(over).toEqual({ ok: false, reason: 'too-many', retryAfterS: 60 });
    await wait(60_000);
    expect(await postAsVisitor(db, parts, lineOf(id, 'one more'))).toMatchObject({ ok: true });
    const text = { conversationId: id, kind: 'text', sender: 'visitor', at: parts.clock.now() } as const;
    const rest = Array.from({ length: visitorLines - 21 }, (_, n) => ({
      ...text,
      seq: 1000 + n,
      writtenAs: randomUUID(),
      content: 'x',
    }));
    await db.insert(conversationLines).values(rest);
    expect(await postAsVisitor(db, parts, lineOf(id, 'too much'))).toEqual({ ok: false, reason: 'full' });
  });

  test('of the team takes a waiting conversation; after the end lines are refused from anyone', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    expect(await postAsTeam(db, parts, ada, lineOf(id, 'Hello.'))).toEqual({ ok: true, seq: 2 });
    await endConversation(db, parts, null, id);
    const ended = { ok: false, reason: 'ended' };
    expect(await postAsTeam(db, parts, ada, lineOf(id, 'Hello.'))).toEqual(ended);
    expect(await postAsVisitor(db, parts, lineOf(id, 'Hello?'))).toEqual(ended);
    expect(await listLineTexts(db, id)).toEqual(['1 team taken', '2 team Hello.', '3 visitor ended']);
  });

  test('of the visitor after a return puts them back in the queue', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    await joinConversation(db, parts, ada, { id, from: null });
    await returnConversation(db, parts, ada, id);
    expect(await stateOf(db, id)).toBe('handed-back');
    await postAsVisitor(db, parts, lineOf(id, 'One more thing.'));
    expect(await stateOf(db, id)).toBe('waiting');
  });

  test('of the team is also emailed once if the visitor has left their address', async () => {
    const { db } = await open();
    const { parts, ada, begin } = await makeChatStudio(db);
    const { id } = await begin();
    const address = { name: 'Runa', email: 'runa@studio.example', network: 'a network' };
    const kept = await leaveAddress(db, parts, { conversationId: id, ...address });
    if (!kept.ok) throw new Error(kept.reason);
    const answer = lineOf(id, 'Tomorrow at ten.');
    for (const attempt of [1, 2])
      expect(await postAsTeam(db, parts, ada, answer), `attempt ${attempt}`).toEqual({ ok: true, seq: 2 });
    expect(await db.select().from(leadReplies)).toMatchObject([
      { leadId: kept.leadId, content: 'Tomorrow at ten.', authorName: 'Ada Brandt' },
    ]);
    expect(await db.select().from(outbox)).toMatchObject([{ kind: 'reply', leadId: kept.leadId }]);
    const waits = async () =>
      (await db.select().from(leads)).map(({ waitingSince }) => waitingSince !== null);
    expect(await waits()).toEqual([false]);
    await postAsVisitor(db, parts, lineOf(id, 'Could it be eleven?'));
    expect(await waits()).toEqual([true]);
  });

  test('is refused if there is no such conversation', async () => {
    const { db } = await open();
    const { parts, ada } = await makeChatStudio(db);
    const gone = { ok: false, reason: 'not-found' };
    expect(await postAsVisitor(db, parts, lineOf(randomUUID(), 'Hello?'))).toEqual(gone);
    expect(await postAsTeam(db, parts, ada, lineOf(randomUUID(), 'Hello.'))).toEqual(gone);
  });
});
