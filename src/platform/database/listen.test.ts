import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServerListener } from './server-listener.ts';
import { openServer } from './open-server.ts';
import { createServerDatabase, describeOnEachDatabase, hasServer } from './test-database.fixture.ts';

/** Records notifications and waits for this many. */
function hearer() {
  const heard: string[] = [];
  let wake = () => {};
  const hear = (word: string) => {
    heard.push(word);
    wake();
  };
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return heard;
  };
  return { handlers: { onPayload: hear, onGap: () => hear('gap') }, heard, until };
}

describeOnEachDatabase('a listener on a channel', (open) => {
  test('receives committed notifications of its channel in order, and no others', async () => {
    const database = await open();
    const { handlers, until } = hearer();
    await database.listen('news', handlers);
    await database.listen('other', { onPayload: () => handlers.onPayload('other'), onGap: () => undefined });
    const notify = (db: typeof database.db, word: string) =>
      db.execute(sql`select pg_notify('news', ${word})`);
    const undone = database.db.transaction(async (tx) => {
      await notify(tx, 'undone');
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await database.db.transaction(async (tx) => {
      await notify(tx, 'first');
      await notify(tx, 'second');
    });
    await notify(database.db, 'third');
    expect(await until(3)).toEqual(['first', 'second', 'third']);
  });

  test('receives nothing after unsubscribing', async () => {
    const database = await open();
    const stopped = hearer();
    const going = hearer();
    const stop = await database.listen('news', stopped.handlers);
    await database.listen('news', going.handlers);
    await stop();
    await database.db.execute(sql`select pg_notify('news', 'late')`);
    await going.until(1);
    expect(stopped.heard).toEqual([]);
  });
});

const killListener = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'antinode events' and datname = current_database()`;

describe.skipIf(!hasServer())('a listener whose connection is cut', () => {
  async function openCuttable() {
    const { url, drop } = await createServerDatabase('migrated');
    const database = await openServer(url, { deadlineMs: 20_000, onHung: () => undefined });
    onTestFinished(async () => {
      await database.close();
      await drop();
    });
    return { url, database };
  }

  test('is notified of a gap and receives what follows', async () => {
    const { database } = await openCuttable();
    const { handlers, until } = hearer();
    await database.listen('news', handlers);
    for (const [cut, word] of ['one', 'two'].entries()) {
      await database.db.execute(killListener);
      await until(2 * cut + 1);
      await database.db.execute(sql`select pg_notify('news', ${word})`);
      // Notifications in flight are lost when the connection is cut; the gap represents them.
      await until(2 * cut + 2);
    }
    expect(await until(4)).toEqual(['gap', 'one', 'gap', 'two']);
  });

  test('runs queries one after the other', async () => {
    const { database } = await openCuttable();
    const warnings: string[] = [];
    const keep = ({ message }: Error) => warnings.push(message);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const { handlers } = hearer();
    await Promise.all(['news', 'other', 'third'].map((channel) => database.listen(channel, handlers)));
    expect(warnings).toEqual([]);
  });

  test('reconnects when the connection no longer responds', async () => {
    const { url } = await openCuttable();
    const { handlers, until } = hearer();
    // Nothing responds within 0 ms; the first connection has to listen before it is checked.
    const listener = createServerListener(url, { probeEveryMs: 300, answerMs: 0 });
    await listener.listen('news', handlers);
    await until(2);
    await listener.close();
  });
});
