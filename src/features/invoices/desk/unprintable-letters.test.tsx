import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import words from '#content/desk-projects.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { issueActions } from './invoice-actions.ts';
import { InvoiceIssueForm } from './invoice-issue-form.tsx';

const { unprintable, unprintableSure } = words.invoices;

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

test('letters that the PDF cannot print are named before an invoice is issued, until it is to be issued so', async () => {
  const { db, issue } = await opened();
  await db.update(clients).set({ name: 'ខេ' });
  const message = fill(unprintable, { letters: '\ue000 ខ' });
  const refused = { status: 422, errors: [{ field: 'unprintable', message }] };
  expect(await issue({ description: '\ue000 mix' })).toMatchObject(refused);
  expect(await db.$count(invoices)).toBe(0);
  expect(await issue({ description: '\ue000 mix', unprintable: 'yes' })).toMatchObject({ ok: true });
  expect(await db.$count(invoices)).toBe(1);
});

test('an invoice in letters that some font has is issued at once', async () => {
  const { db, issue } = await opened();
  await db.update(clients).set({ name: 'กรุงเทพ 東京' });
  expect(await issue({ description: 'हिन्दी, Հայ, ქართული, Ђурђевић' })).toMatchObject({ ok: true });
});

test('the form shows them with a box to tick, marked as what is wrong', () => {
  const shown = (errors: Readonly<Record<string, string>>) =>
    renderToStaticMarkup(
      <InvoiceIssueForm
        refused={{ action: 'issue-invoice', entries: {}, status: 422, error: '', errors }}
        today="2026-11-20"
      />,
    );
  const html = shown({ unprintable: 'These letters: ខ' });
  expect(html).toContain('These letters: ខ');
  expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="unprintable"/);
  expect(html).toContain(unprintableSure);
  expect(shown({})).not.toContain('unprintable');
});
