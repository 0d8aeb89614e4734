import { randomUUID } from 'node:crypto';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/intake/submission.fixture.ts';
import { addLeadNote } from '#src/features/leads/lead-page/add-lead-note.ts';
import { convertLead } from '#src/features/leads/lead-page/convert-lead.ts';
import { replyToLead } from '#src/features/leads/lead-page/reply-to-lead.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import { submissions } from '#src/features/leads/records/submission.table.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import type { AnnounceServices } from '#src/features/notices/announce.ts';
import { writeMails } from '#src/features/outbox/outbox.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { approveFile } from '#src/features/recordings/files/approve-file.ts';
import { addFile } from '#src/features/recordings/files/files.ts';
import type { Db } from '#src/platform/database/database.ts';

/** When everything is made. */
export const now = new Date('2026-11-21T12:00:00Z');
/** Whose it is. */
export const email = 'Runa@Halfmoon.example';
/** What was written, by them and about them. */
export const secret = 'The Halfmoon secret';

/** A lead who wrote, was answered and noted; with all that a client has where they became one. */
export async function makeEverything<A extends AnnounceServices>(
  db: Db,
  announcer: A,
  { isClient = true, hasInvoice = true } = {},
) {
  const ada = await makePerson(db, 'team', 'Ada Brandt');
  const fields = { name: 'Runa Halfmoon', email, message: secret };
  await submitLead(db, submissionOf({ email, name: 'Runa Halfmoon', fields }), rulesOf());
  const [lead] = await db.select().from(leads);
  const leadId = lead?.id ?? '';
  const [submission] = await db.select().from(submissions);
  const confirmation = { kind: 'sender-mail', topic: 'contact', subjectId: submission?.id ?? '', leadId };
  await writeMails(db, now, [confirmation]);
  await db.update(outbox).set({ state: 'failed', lastError: `no mailbox ${email}` });
  await addLeadNote(db, now, ada, { id: randomUUID(), leadId, content: secret });
  await replyToLead(db, announcer, ada, { id: randomUUID(), leadId, content: secret });
  const desk = { announcer, ada, leadId };
  if (!isClient) return { ...desk, clientId: '', projectId: '' };
  const converted = await convertLead(db, announcer, ada, { leadId, projectName: 'Halfmoon reel' });
  if (!converted.ok || converted.projectId === null) throw new Error('not converted');
  const { personId: clientId, projectId } = converted;
  const client = { id: clientId, role: 'client', name: 'Runa Halfmoon', email } as const;
  await openSession(db, now, client, 'A browser');
  await sendMessage(db, announcer, client, { id: randomUUID(), projectId, content: secret });
  const stored = {
    storageKey: 'a'.repeat(32),
    sha256: 'b'.repeat(64),
    sizeBytes: 10,
    kind: 'audio',
    mediaType: 'audio/wav',
    durationMs: 1000,
    peaks: null,
  } as const;
  const file = { projectId, name: 'Halfmoon.wav', needsApproval: true, stored };
  const added = await db.transaction((tx) => addFile(tx, announcer, ada, file));
  if (!added.ok) throw new Error(added.reason);
  await approveFile(db, announcer, client, { projectId, fileId: added.fileId, sha256: stored.sha256 });
  if (hasInvoice) {
    const invoice = { projectId, amountCents: 250_000, description: 'Reel 3 mix', dueOn: '2026-12-12' };
    await db.transaction((tx) => issueInvoice(tx, announcer, ada, invoice));
  }
  return { ...desk, clientId, projectId };
}
