import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { conversations } from '../conversation.table.ts';
import { endConversation, joinConversation } from './change-conversation.ts';
import { listLineTexts, makeChatStudio } from './conversation.fixture.ts';
import { postAsTeam, postAsVisitor } from './post-line.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { createConversationHub, mostPerNetwork } from './conversation-hub.ts';
import type { SentLine } from './conversation-hub.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A studio with a live conversation and a hub on its database. */
async function makeTakenConversation(database: Database, heartbeatMs?: number) {
  const { db } = database;
  const studio = await makeChatStudio(db);
  const { id } = await studio.begin();
  await joinConversation(db, studio.parts, studio.ada, { id, from: null });
  const times = heartbeatMs === undefined ? {} : { heartbeatMs };
  const hub = await createConversationHub({ database, clock: studio.clock, log, ...times });
  onTestFinished(() => hub.dispose());
  const say = (content: string, writtenAs: string = randomUUID()) =>
    postAsTeam(db, studio.parts, studio.ada, { conversationId: id, writtenAs, content });
  return { ...studio, id, hub, say };
}

/** Opens a stream as a browser would; `cutAfter` breaks it after this many lines. */
function follow(
  hub: Awaited<ReturnType<typeof createConversationHub>>,
  conversationId: string,
  after: number | null,
  cutAfter = Infinity,
  networkKey = 'a network',
) {
  const lines: SentLine[] = [];
  const ids: number[] = [];
  const waiting: (() => void)[] = [];
  let isEnded = false;
  let close = () => {};
  const outcome = hub.subscribe({
    conversationId,
    networkKey,
    after,
    write(text) {
      if (isEnded) return;
      for (const [, id, data = ''] of text.matchAll(/id: (\d+)\nevent: line\ndata: ([^\n]*)\n\n/g)) {
        if (lines.length >= cutAfter) break;
        ids.push(Number(id));
        lines.push(JSON.parse(data) as SentLine);
      }
      if (lines.length >= cutAfter) this.end();
      for (const resolve of waiting.splice(0)) resolve();
    },
    end() {
      isEnded = true;
      close();
      for (const resolve of waiting.splice(0)) resolve();
    },
  });
  if (outcome.ok) close = outcome.unsubscribe;
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return {
    outcome,
    lines,
    ids,
    close: () => close(),
    isOver: () => isEnded,
    untilEnd: () => until(() => isEnded),
    untilContent: (content: string) => until(() => lines.some((line) => line.content === content)),
  };
}

describeOnEachDatabase('the stream of a conversation', (open) => {
  test('delivers every line once and in order, across 39 broken streams and repeated posts', async () => {
    const database = await open();
    const { db } = database;
    const { id, hub, say } = await makeTakenConversation(database);
    const talking = (async () => {
      for (let n = 1; n <= 120; n += 1) {
        const writtenAs = randomUUID();
        await say(`line ${n}`, writtenAs);
        if (n % 4 === 0) await say(`line ${n}`, writtenAs);
      }
    })();
    const seen: SentLine[] = [];
    for (let stream = 0; stream < 39; stream += 1) {
      const broken = follow(hub, id, seen.at(-1)?.seq ?? null, 3);
      await broken.untilEnd();
      expect(broken.ids).toEqual(broken.lines.map(({ seq }) => seq));
      seen.push(...broken.lines);
    }
    await talking;
    const rest = follow(hub, id, seen.at(-1)?.seq ?? null);
    await rest.untilContent('line 120');
    seen.push(...rest.lines);
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 121 }, (_, n) => n + 1));
    expect(seen.map(({ seq, sender, content, kind }) => `${seq} ${sender} ${content || kind}`)).toEqual(
      await listLineTexts(db, id),
    );
  });

  test('delivers a long earlier conversation completely', async () => {
    const database = await open();
    const { id, hub, say } = await makeTakenConversation(database);
    for (let n = 1; n <= 230; n += 1) await say(`line ${n}`);
    const late = follow(hub, id, null);
    await late.untilContent('line 230');
    expect(late.ids).toEqual(Array.from({ length: 231 }, (_, n) => n + 1));
  });

  test('delivers only the lines of its own conversation, as typed', async () => {
    const database = await open();
    const { db } = database;
    const { parts, id, hub, say, begin } = await makeTakenConversation(database);
    const other = await begin();
    const hostile = '</script>\n\nevent: reset\ndata: {}\n\n<img src=x onerror=alert(1)>\u2028';
    const page = follow(hub, id, null);
    const elsewhere = { conversationId: other.id, writtenAs: randomUUID(), content: 'not for them' };
    await postAsVisitor(db, parts, elsewhere);
    await say(hostile);
    await page.untilContent(hostile);
    expect(page.lines.map(({ kind, authorName, content }) => [kind, authorName, content])).toEqual([
      ['taken', 'Ada Brandt', ''],
      ['text', 'Ada Brandt', hostile],
    ]);
    expect(JSON.stringify(page.lines)).not.toContain('authorId');
  });

  test('beyond six per conversation replaces the oldest, and ends once the conversation is deleted', async () => {
    const database = await open();
    const { db } = database;
    const { id, hub } = await makeTakenConversation(database, 20);
    const [oldest, second] = Array.from({ length: 6 }, () => follow(hub, id, null));
    const newest = follow(hub, id, null);
    expect(newest.outcome.ok).toBe(true);
    await oldest?.untilEnd();
    expect(second?.isOver()).toBe(false);
    await db.delete(conversations).where(eq(conversations.id, id));
    await newest.untilEnd();
  });

  test('ends with its conversation, after the final line', async () => {
    const database = await open();
    const { parts, ada, id, hub } = await makeTakenConversation(database);
    const page = follow(hub, id, null);
    await endConversation(database.db, parts, ada, id);
    await page.untilEnd();
    expect(page.lines.map(({ kind }) => kind)).toEqual(['taken', 'ended']);
    const late = follow(hub, id, null);
    await late.untilEnd();
    expect(late.lines).toHaveLength(2);
  });

  test('is limited to 60 per network', async () => {
    const database = await open();
    const { id, hub, begin } = await makeTakenConversation(database);
    const perConversation = 6;
    const streams: (ReturnType<typeof follow> & { readonly of: string })[] = [];
    for (let opened = 0; opened < mostPerNetwork; opened += 1) {
      const of = opened % perConversation === 0 ? (await begin()).id : (streams.at(-1)?.of ?? '');
      streams.push({ of, ...follow(hub, of, null) });
    }
    expect(streams.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(follow(hub, id, null).outcome).toEqual({ ok: false, reason: 'too-many' });
    expect(follow(hub, id, null, Infinity, 'another network').outcome.ok).toBe(true);
    const replaced = follow(hub, streams[0]?.of ?? '', null);
    expect(replaced.outcome.ok, 'in the place of an older one').toBe(true);
    streams[1]?.close();
    expect(follow(hub, id, null).outcome.ok).toBe(true);
  });

  test('records that its visitor is present', async () => {
    const database = await open();
    const { clock, id, hub } = await makeTakenConversation(database, 20);
    follow(hub, id, null);
    const seenAt = async () =>
      (await database.db.select().from(conversations).where(eq(conversations.id, id)))[0]?.visitorSeenAt;
    await expect.poll(seenAt).toEqual(clock.now());
  });
});
