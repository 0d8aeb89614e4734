import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { makeTestProject, testNow } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import {
  describeOnEachDatabase,
  describeOnOneDatabase,
} from '#src/platform/database/test-database.fixture.ts';
import { zipOf } from '#src/platform/zip.ts';
import { rowsOf } from '../rows-of.ts';
import { exportAreas, leftOutOfExport } from './export-areas.ts';
import { exportEntries, type Counted } from './export-everything.ts';

async function exported(db: Db) {
  const counted: Counted = { rows: 0, files: 0 };
  const signal = new AbortController().signal;
  const entries = exportEntries(db, { now: testNow, origin: 'https://studio.example', signal, counted });
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(entries)) pieces.push(piece);
  const files = unzipSync(Buffer.concat(pieces));
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString('utf8');
  return { names: Object.keys(files), textOf, counted };
}

const listed = Object.values(exportAreas)
  .flat()
  .map(({ table }) => table);

describeOnEachDatabase('an export of everything', (open) => {
  test('has every table of the schema, or a reason why not', async () => {
    const { db } = await open();
    const tables = await rowsOf<{ name: string }>(
      db,
      sql`select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'public' and relkind = 'r' and relname <> 'durability_proof'`,
    );
    const known = [...listed, ...Object.keys(leftOutOfExport)];
    expect(known.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  test('contains no secret column', async () => {
    const { db } = await open();
    const { names, textOf } = await exported(db);
    const headings = names
      .filter((name) => name.endsWith('.csv'))
      .map((name) => textOf(name).split('\r\n')[0]);
    expect(headings.join('\n')).not.toMatch(
      /token|password|secret|sealed|_hash|private|storage_key|challenge/,
    );
  });

  test('holds the rows of a studio as CSV and as exact JSON, with names next to ids', async () => {
    const { db } = await open();
    const { projectId, team } = await makeTestProject(db);
    const content = '=HYPERLINK("x"), "quoted"\r\nand more';
    await db.execute(sql`insert into messages (id, project_id, author_id, author_name, sender, content, sent_at)
      values (${randomUUID()}, ${projectId}, ${team.id}, ${team.name}, 'team', ${content}, ${testNow.toISOString()})`);
    const { textOf, counted } = await exported(db);
    const [message] = JSON.parse(textOf('messages/messages.json')) as Record<string, unknown>[];
    expect(message).toMatchObject({ project_id: projectId, content, author_id: team.id });
    expect(message?.['project_name']).toEqual(expect.stringContaining('Tidewater'));
    expect(textOf('messages/messages.csv')).toContain(`"'=HYPERLINK(""x"")`);
    expect(JSON.parse(textOf('invoices/invoices.json'))).toEqual([]);
    expect(textOf('README.txt')).toContain('https://studio.example');
    expect(counted.rows).toBeGreaterThan(3);
  });
});

describeOnOneDatabase('an export of 100,000 messages', (open) => {
  test('reads every row once, in pages', async () => {
    const { db } = await open();
    const { projectId, team } = await makeTestProject(db);
    await db.execute(sql`insert into messages (id, project_id, author_id, author_name, sender, content, sent_at)
      select gen_random_uuid(), ${projectId}, ${team.id}, ${team.name}, 'team', 'message ' || n, now()
      from generate_series(1, 100000) n`);
    const counted: Counted = { rows: 0, files: 0 };
    const signal = new AbortController().signal;
    const [entry] = exportEntries(db, { now: testNow, origin: '', signal, counted }).filter(
      ({ name }) => name === 'messages/messages.json',
    );
    let longest = 0;
    let lines = 0;
    for await (const piece of entry?.read() ?? []) {
      longest = Math.max(longest, piece.length);
      lines += Buffer.from(piece).toString().split('"content":"message ').length - 1;
    }
    expect({ lines, rows: counted.rows }).toEqual({ lines: 100_000, rows: 100_000 });
    expect(longest).toBeLessThan(500_000);
  });
});
