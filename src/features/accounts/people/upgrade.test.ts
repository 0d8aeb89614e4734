import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { announce } from '#src/features/notices/announce.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import { reportPayment } from '#src/features/invoices/invoices.ts';
import type { Database } from '#src/platform/database/database.ts';
import { emptyDatabases, migrateUpTo } from '#src/platform/database/earlier-database.fixture.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { migrationsDirectory } from '#src/platform/database/test-database.fixture.ts';
import { clients } from './client.table.ts';
import { people } from './person.table.ts';

const names = ['lead', 'runa', 'erased', 'ada', 'project', 'owed', 'reported', 'recorded', 'kept'] as const;
const ids = Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<
  (typeof names)[number],
  string
>;

/** A client with a lead, a project, invoices, notifications and mails, one who was erased, and a member of the team. */
async function writeRows(database: Database): Promise<void> {
  const person = (name: 'runa' | 'erased' | 'ada', role: string, more: string) =>
    `('${ids[name]}', '${role}', '${name}@halfmoon.example', '${name}@halfmoon.example', '${name}', '2026-01-01', ${more})`;
  const invoice = (
    name: 'owed' | 'reported' | 'recorded' | 'kept',
    client: 'runa' | 'erased',
    paid: string,
  ) =>
    `('${ids[name]}', '${ids.project}', '${ids[client]}', 100, 'Mix', '2026-02-01', '2026-03-01', 'Runa', 'runa@halfmoon.example', '2026-02-01', ${paid})`;
  await database.withMigrationSession((session) =>
    session(`
      insert into leads (id, email_key, email, name, status, is_held, created_at)
      values ('${ids.lead}', 'runa@halfmoon.example', 'runa@halfmoon.example', 'runa', 'converted', false, '2026-01-01');
      insert into people (id, role, email_key, email, name, created_at, lead_id, event_seq, erased_at, disabled_at)
      values ${person('runa', 'client', `'${ids.lead}', 7, null, null`)},
        ${person('erased', 'client', `null, 3, '2026-05-01', '2026-05-01'`)}, ${person('ada', 'team', 'null, 0, null, null')};
      insert into projects (id, client_id, name, description, status, progress, created_at, updated_at)
      values ('${ids.project}', '${ids.runa}', 'Tidewater', '', 'review', 1, '2026-01-01', '2026-01-01');
      insert into invoices (id, project_id, client_id, amount_cents, description, issued_on, due_on, bill_to_name, bill_to_email,
        created_at, state, paid_at, paid_by, confirmed_at)
      values ${invoice('owed', 'runa', `'pending', null, null, null`)},
        ${invoice('reported', 'runa', `'reported', '2026-03-01', '${ids.runa}', null`)},
        ${invoice('recorded', 'runa', `'paid', '2026-03-01', '${ids.ada}', '2026-03-01'`)},
        ${invoice('kept', 'erased', `'paid', '2026-03-01', null, '2026-03-02'`)};
      insert into notifications (id, client_id, kind, project_id, subject_id, details, made_at)
      values (gen_random_uuid(), '${ids.runa}', 'invoice-issued', '${ids.project}', '${ids.owed}', '{}', '2026-02-01');
      insert into client_events (client_id, seq, kind, at) values ('${ids.runa}', 7, 'invoice-issued', '2026-02-01');
      insert into outbox (id, kind, topic, subject_id, client_id, created_at)
      values (gen_random_uuid(), 'client-notice', 'daily', '${ids.owed}', '${ids.runa}', now()),
        (gen_random_uuid(), 'team-notice', 'messages', '${ids.owed}', '${ids.runa}', now()),
        (gen_random_uuid(), 'member-notice', 'mentions', '${ids.ada}', '${ids.runa}', now()),
        (gen_random_uuid(), 'new-sign-in', null, '${ids.owed}', '${ids.ada}', now());
    `),
  );
}

describe('a studio whose clients were single people', () => {
  test.each(emptyDatabases())('keeps everything under clients of the same ids, on %s', async (_, open) => {
    const database = await open();
    const { db } = database;
    await migrateUpTo(database, '0032_light_renditions.sql');
    await writeRows(database);
    expect(await migrate(database, migrationsDirectory)).toContain('0033_client_people.sql');
    expect(await db.select().from(clients).orderBy(clients.name)).toMatchObject([
      { id: ids.erased, erasedAt: new Date('2026-05-01'), eventSeq: 3, leadId: null },
      { id: ids.runa, name: 'runa', erasedAt: null, eventSeq: 7, leadId: ids.lead },
    ]);
    expect(await db.select().from(people).orderBy(people.name)).toMatchObject([
      { id: ids.ada, clientId: null, may: null },
      { id: ids.erased, clientId: ids.erased, disabledAt: new Date('2026-05-01') },
      { id: ids.runa, clientId: ids.runa, may: 'approve' },
    ]);
    const mails = await db.select().from(outbox).orderBy(outbox.kind);
    expect(mails.map(({ kind, clientId, personId }) => [kind, clientId, personId])).toEqual([
      ['client-notice', ids.runa, ids.runa],
      ['member-notice', ids.runa, ids.ada],
      ['new-sign-in', null, ids.ada],
      ['team-notice', ids.runa, null],
    ]);
    const reported = await db
      .select({ id: invoices.id })
      .from(invoices)
      .where(sql`is_reported`);
    expect(reported.map(({ id }) => id).toSorted()).toEqual([ids.reported, ids.kept].toSorted());
  });

  test.each(emptyDatabases())('goes on from there, on %s', async (_, open) => {
    const database = await open();
    const { db } = database;
    await migrateUpTo(database, '0032_light_renditions.sql');
    await writeRows(database);
    await migrate(database, migrationsDirectory);
    const name = { name: 'runa', email: 'runa@halfmoon.example' };
    const runa = { id: ids.runa, role: 'client', clientId: ids.runa, may: 'approve', ...name } as const;
    expect(await reportPayment(db, testServices(), runa, ids.owed)).toEqual({ ok: true });
    const about = { clientId: ids.runa, projectId: ids.project, subjectId: randomUUID() };
    const ada = { id: ids.ada, name: 'ada' };
    await db.transaction((tx) =>
      announce(tx, testServices(), ada, { kind: 'message-sent', ...about, notify: 'message-received' }),
    );
    expect(
      await db
        .select()
        .from(clients)
        .where(sql`id = ${ids.runa}`),
    ).toMatchObject([{ eventSeq: 9 }]);
    expect(
      await db
        .select()
        .from(notifications)
        .where(sql`cleared_at is null`),
    ).toMatchObject([{ clientId: ids.runa, personId: null, kind: 'message-received', madeAt: testNow }]);
    expect(await db.$count(projects)).toBe(1);
  });
});
