import words from '#content/receipts.yaml';
import { refusal, teamAction } from '#src/features/accounts/access/action.ts';
import { postedFileKey } from '#src/features/files/file-actions.ts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { isOfReceipt } from './find-approval.ts';

type Published = Outcome<'not-found'>;

/** Publishes the receipt of an approval, or stops publishing it. Repeated requests change nothing. */
export async function publishReceipt(
  db: Db,
  services: QueueServices,
  actor: Actor,
  {
    projectId,
    fileId,
    isPublished,
  }: { readonly projectId: string; readonly fileId: string; readonly isPublished: boolean },
): Promise<Published> {
  if (!validate(fileId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const [approval] = await tx
      .select({
        name: files.name,
        wasPublished: fileApprovals.isPublished,
        mainId: sql<string>`coalesce(${fileApprovals.approvedWith}, ${fileApprovals.fileId})`,
      })
      .from(fileApprovals)
      .innerJoin(files, eq(files.id, fileApprovals.fileId))
      .where(and(eq(files.id, fileId), eq(files.projectId, projectId)));
    if (!approval) return { ok: false, reason: 'not-found' };
    if (approval.wasPublished === isPublished) return { ok: true };
    await tx.update(fileApprovals).set({ isPublished }).where(isOfReceipt(approval.mainId));
    await announce(tx, services, actor, {
      kind: isPublished ? 'receipt-published' : 'receipt-withdrawn',
      clientId: project.clientId,
      projectId,
      subjectId: fileId,
      details: { project: project.name, file: approval.name },
    });
    return { ok: true };
  });
}

/**
 * Publishes the receipts of all approvals of a project, present and future, or stops publishing them. Repeated requests change
 * nothing.
 */
export async function publishProjectReceipts(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, isPublished }: { readonly projectId: string; readonly isPublished: boolean },
): Promise<Published> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const own = tx.select({ id: files.id }).from(files).where(eq(files.projectId, projectId));
    const changed = await tx
      .update(fileApprovals)
      .set({ isPublished })
      .where(and(inArray(fileApprovals.fileId, own), ne(fileApprovals.isPublished, isPublished)))
      .returning({ id: fileApprovals.fileId });
    if (changed.length === 0 && project.publishesReceipts === isPublished) return { ok: true };
    await tx.update(projects).set({ publishesReceipts: isPublished }).where(eq(projects.id, projectId));
    await announce(tx, services, actor, {
      kind: isPublished ? 'receipts-published' : 'receipts-withdrawn',
      clientId: project.clientId,
      projectId,
      subjectId: projectId,
      details: { project: project.name },
    });
    return { ok: true };
  });
}

const { publishing } = words;

/** Publishes or withdraws the receipt of the posted file and returns to it. */
const oneAction = (isPublished: boolean) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const key = postedFileKey(input);
    const done = await publishReceipt(services.db, services, person, { ...key, isPublished });
    if (!done.ok) return refusal(404, publishing.gone);
    return { ok: true, next: `/portal/files/${key.fileId}/receipt` };
  });

/** Publishes or withdraws all receipts of the project in the URL. */
const allAction = (isPublished: boolean) =>
  teamAction(async ({ services, person, params }) => {
    const { id: projectId = '' } = params;
    const done = await publishProjectReceipts(services.db, services, person, { projectId, isPublished });
    if (!done.ok) return refusal(404, publishing.project.gone);
    return { ok: true, next: `/desk/projects/${projectId}#receipts` };
  });

/** The team's actions on the receipts of a project. */
export const receiptActions = {
  'publish-receipt': oneAction(true),
  'withdraw-receipt': oneAction(false),
  'publish-receipts': allAction(true),
  'withdraw-receipts': allAction(false),
};
