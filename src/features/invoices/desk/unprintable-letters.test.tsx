import { expect, test } from 'vitest';
import words from '#content/desk-projects.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { issueActions } from './invoice-actions.ts';

const { ask } = words.invoices;

async function opened() {
  const { db } = await openAnyTestDatabase();
  const { team, projectId } = await makeTestProject(db);
  const services = { ...testServices(), db } as unknown as Services;
  const session = { id: '', person: team, isComplete: true, isRecent: true };
  const issue = (entries: Readonly<Record<string, string>>) =>
    issueActions['issue-invoice']({
      services,
      session,
      entries: { amount: '2,500.00', dueOn: '2030-12-12', description: 'Mix', ...entries },
      params: { id: projectId },
    });
  return { db, issue };
}

test('warns about characters that the PDF cannot print until issuing is confirmed', async () => {
  const { db, issue } = await opened();
  await db.update(clients).set({ name: 'ខេ' });
  const message = fill(ask.unprintable, { letters: '\ue000 ខ' });
  const asked = { status: 409, error: ask.title, ask: { texts: [message], yes: ask.yes } };
  expect(await issue({ description: '\ue000 mix' })).toMatchObject(asked);
  expect(await db.$count(invoices)).toBe(0);
  expect(await issue({ description: '\ue000 mix', sure: 'yes' })).toMatchObject({ ok: true });
  expect(await db.$count(invoices)).toBe(1);
});

test('issues an invoice at once if the fonts have all its characters', async () => {
  const { db, issue } = await opened();
  await db.update(clients).set({ name: 'กรุงเทพ 東京' });
  expect(await issue({ description: 'हिन्दी, Հայ, ქართული, Ђурђевић' })).toMatchObject({ ok: true });
});

test('refuses an invalid invoice without warnings', async () => {
  const { db, issue } = await opened();
  await db.update(clients).set({ name: 'ខេ' });
  const refused = { status: 422, errors: [{ field: 'dueOn' }] };
  expect(await issue({ dueOn: '2026-11-19' })).toMatchObject(refused);
  expect(await issue({ dueOn: '2026-11-19', sure: 'yes' })).toMatchObject(refused);
  expect(await db.$count(invoices)).toBe(0);
});

test('asks once about a repeated invoice with characters that the PDF cannot print', async () => {
  const { db, issue } = await opened();
  expect(await issue({ description: '\ue000', sure: 'yes' })).toMatchObject({ ok: true });
  const texts = [expect.stringContaining('\ue000'), ask.repeated];
  expect(await issue({ description: '\ue000' })).toMatchObject({ ok: false, ask: { texts } });
  expect(await issue({ description: '\ue000', sure: 'yes' })).toMatchObject({ ok: true });
  expect(await db.$count(invoices)).toBe(2);
});
