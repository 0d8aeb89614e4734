import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makeColleague, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import type { Db } from '#src/platform/database/database.ts';

export const services = testServices();

export type Company = Awaited<ReturnType<typeof openCompany>>;

/** Creates a company with two approvers, a listener and some of every kind of data. */
export async function openCompany(db: Db) {
  const { client: first, team, projectId } = await makeTestProject(db);
  const second = await makeColleague(db, first.clientId, 'Sable Okafor');
  const listener = await makeColleague(db, first.clientId, 'Lina Roth', 'listen');
  const file = await makeFile(db, team, projectId, { name: `Reel ${randomUUID()}.wav` });
  const terms = { projectId, amountCents: 100, description: 'Mix', dueOn: '2026-12-24' };
  const issued = await db.transaction((tx) => issueInvoice(tx, services, team, terms));
  if (!issued.ok) throw new Error(issued.reason);
  const commentId = randomUUID();
  const comment = { id: commentId, projectId, fileId: file.fileId, atMs: 0, content: 'Louder' };
  expect(await addComment(db, services, first, comment)).toEqual({ ok: true });
  const [notification] = await db
    .select()
    .from(notifications)
    .where(eq(notifications.subjectId, file.fileId));
  return {
    clientId: first.clientId,
    everybody: [first, second, listener],
    first,
    team,
    projectId,
    ...file,
    commentId,
    invoiceId: issued.invoiceId,
    notificationId: notification?.id ?? '',
  };
}
