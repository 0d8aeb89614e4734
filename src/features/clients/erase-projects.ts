import { and, eq, inArray, notInArray } from 'drizzle-orm';
import words from '#content/desk.yaml';
import type { ErasedFiles } from '#src/features/files/store/removed-bytes.job.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { forgetMeasurements } from '#src/features/files/measurements/sound-measurements.ts';
import {
  clientUploads,
  pendingClientUploads,
} from '#src/features/files/client-uploads/client-upload.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { listeningLinks } from '#src/features/sharing/links/listening.table.ts';
import { messages } from '#src/features/projects/messages/message.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Deletes a client's projects with all that is in them, in the caller's transaction; of a project with an invoice a
 * nameless row stays. Returns what is still on the disk: the storage keys of the files, and the projects of unfinished uploads.
 */
export async function eraseProjects(tx: Db, clientId: string): Promise<ErasedFiles> {
  const theirs = tx.select({ id: projects.id }).from(projects).where(eq(projects.clientId, clientId));
  const all = await theirs;
  const stored = await tx
    .select({ id: files.id, storageKey: files.storageKey, sha256: files.sha256 })
    .from(files)
    .where(inArray(files.projectId, theirs));
  // Also deletes the guests of these links and what they listened to.
  await tx.delete(listeningLinks).where(inArray(listeningLinks.projectId, theirs));
  const fileIds = stored.map(({ id }) => id);
  // An approval keeps its file from being removed; it goes first, for an erasure alone.
  if (fileIds.length > 0) await tx.delete(fileApprovals).where(inArray(fileApprovals.fileId, fileIds));
  await tx.delete(files).where(inArray(files.projectId, theirs));
  const renditions = await forgetMeasurements(
    tx,
    stored.map(({ sha256 }) => sha256),
  );
  const sent = await tx
    .delete(clientUploads)
    .where(inArray(clientUploads.projectId, theirs))
    .returning({ storageKey: clientUploads.storageKey });
  await tx.delete(pendingClientUploads).where(inArray(pendingClientUploads.projectId, theirs));
  await tx.delete(messages).where(inArray(messages.projectId, theirs));
  await tx.delete(milestones).where(inArray(milestones.projectId, theirs));
  const invoiced = tx.select({ id: invoices.projectId }).from(invoices);
  await tx.delete(projects).where(and(eq(projects.clientId, clientId), notInArray(projects.id, invoiced)));
  await tx
    .update(projects)
    .set({ name: words.client.erasedProject, description: '' })
    .where(eq(projects.clientId, clientId));
  return {
    storageKeys: [...[...stored, ...sent].map(({ storageKey }) => storageKey), ...renditions],
    projectIds: all.map(({ id }) => id),
  };
}
