import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '../file-label.ts';
import { fileApprovals, files } from '../store/file.table.ts';
import { supersedeOlder } from './supersede-older.ts';
import { settleNotifications } from '#src/features/notifications/events/settle-notifications.ts';
import { lockProject } from '#src/features/projects/change-project.ts';

type Approval = {
  readonly projectId: string;
  readonly fileId: string;
  /** The hash of the bytes that the client saw, hexadecimal. */
  readonly sha256: string;
  /** The delivery sheet that is approved with it; absent where the client saw none, though one may have been made since. */
  readonly sheet?: {
    /** The hash of the sheet that the client saw. */
    readonly sha256: string;
    /** Finds the sheet of a file as it is now; null where it has not been measured. */
    readonly find: (tx: Db, fileId: string) => Promise<SheetToApprove | null>;
  };
};

/** A delivery sheet as it is approved: the text of its JSON, and the hash of that text. */
export type SheetToApprove = { readonly text: string; readonly sha256: string };

export type ApprovalOutcome = Outcome<'not-found' | 'not-needed' | 'other-bytes' | 'other-sheet'>;

/**
 * Approves exactly these bytes of a file with its delivery sheet, for its client, and for good. Approving again, also at the same
 * moment, changes nothing.
 */
export async function approveFile(
  db: Db,
  services: QueueServices,
  client: ClientPerson,
  { projectId, fileId, sha256, sheet: seen }: Approval,
): Promise<ApprovalOutcome> {
  if (!validate(projectId) || !validate(fileId)) return { ok: false, reason: 'not-found' };
  const now = services.clock.now();
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (project?.clientId !== client.clientId) return { ok: false, reason: 'not-found' };
    // Locked too, so that it can neither be removed nor replaced before the commit.
    const [file] = await tx
      .select({
        name: files.name,
        sha256: files.sha256,
        needsApproval: files.needsApproval,
        supersededBy: files.supersededBy,
        uploadNumber,
        uploadCount,
      })
      .from(files)
      .where(and(eq(files.id, fileId), eq(files.projectId, projectId)))
      .for('no key update');
    if (!file) return { ok: false, reason: 'not-found' };
    if (!file.needsApproval || file.supersededBy !== null) return { ok: false, reason: 'not-needed' };
    if (file.sha256 !== sha256) return { ok: false, reason: 'other-bytes' };
    const sheet = seen && (await seen.find(tx, fileId));
    const approved = await tx.$count(fileApprovals, eq(fileApprovals.fileId, fileId));
    if (approved === 0 && sheet?.sha256 !== seen?.sha256) return { ok: false, reason: 'other-sheet' };
    const [approval] = await tx
      .insert(fileApprovals)
      .values({
        fileId,
        sha256,
        approvedBy: client.id,
        approvedByName: client.name,
        approvedAt: now,
        sheet: sheet?.text ?? null,
        sheetSha256: sheet?.sha256 ?? null,
      })
      .onConflictDoNothing()
      .returning({ fileId: fileApprovals.fileId });
    if (!approval) return { ok: true };
    await settleNotifications(tx, now, 'approval', { clientId: client.clientId, subjectIds: [fileId] });
    await announce(tx, services, client, {
      kind: 'file-approved',
      clientId: client.clientId,
      projectId,
      subjectId: fileId,
      details: { project: project.name, file: fileLabelOf(file) },
    });
    await supersedeOlder(tx, services, client, { projectId, fileId, by: 'approval' });
    return { ok: true };
  });
}
