import type { PGlite } from '@electric-sql/pglite';
import { describe, expect, test } from 'vitest';
import { QueryDeadlineError, withQueryDeadline } from './query-deadline.ts';
import { openInMemory } from './test-database.fixture.ts';

const never = new Promise<never>(() => undefined);

/** A client with scripted responses: the engine itself cannot be made to hang on demand. */
function clientThat(answer: (call: number) => Promise<unknown>): PGlite {
  let calls = 0;
  const query = () => answer((calls += 1));
  const transaction = (run: (tx: unknown) => unknown) => answer((calls += 1)).then(() => run({ query }));
  return { closed: false, query, exec: query, transaction } as unknown as PGlite;
}

function hungReport(): { onHung: () => void; hung: Promise<void> } {
  let onHung = () => {};
  const hung = new Promise<void>((resolve) => (onHung = resolve));
  return { onHung, hung };
}

describe('a query deadline', () => {
  test('does not affect a quick response', async () => {
    const client = withQueryDeadline(
      clientThat(async () => 'rows'),
      { deadlineMs: 1000, onHung: () => undefined },
    );
    expect(await client.query('select 1')).toBe('rows');
    expect(await client.transaction((tx) => tx.query('select 1'))).toBe('rows');
  });

  test('rejects a statement without an answer and reports the engine as hung', async () => {
    const { onHung, hung } = hungReport();
    const client = withQueryDeadline(
      clientThat(() => never),
      { deadlineMs: 5, onHung },
    );
    await expect(client.query('select 1')).rejects.toThrow(QueryDeadlineError);
    await hung;
  });

  test('reports the engine as hung as soon as it panics', async () => {
    const { onHung, hung } = hungReport();
    const panic = Object.assign(new Error('could not write to file "pg_wal/xlogtemp.42"'), {
      severity: 'PANIC',
    });
    const client = withQueryDeadline(
      clientThat(() => Promise.reject(panic)),
      { deadlineMs: 1000, onHung },
    );
    await expect(client.query('select 1')).rejects.toThrow('pg_wal');
    await hung;
  });

  test('rejects a transaction that cannot begin and reports the engine as hung', async () => {
    const { onHung, hung } = hungReport();
    const client = withQueryDeadline(
      clientThat(() => never),
      { deadlineMs: 5, onHung },
    );
    await expect(client.transaction(async () => 'done')).rejects.toThrow(QueryDeadlineError);
    await hung;
  });

  test('using the outer client inside a transaction fails instead of waiting for ever, and undoes the work', async () => {
    const database = await openInMemory('empty');
    const { client: engine } = database.driver as { client: PGlite };
    await engine.exec('create table t (n int)');
    const client = withQueryDeadline(engine, { deadlineMs: 50, onHung: () => undefined });
    const mistaken = client.transaction(async (tx) => {
      await tx.query('insert into t values (1)');
      await client.query('select 1');
    });
    await expect(mistaken).rejects.toThrow(QueryDeadlineError);
    expect((await client.query('select * from t')).rows).toEqual([]);
    await database.close();
  });
});
