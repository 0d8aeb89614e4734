import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, lt, notInArray } from 'drizzle-orm';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { safeNameOf } from '#src/platform/http/attachment-name.ts';
import type { PostedFile } from '#src/platform/http/parse-body.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { leadReplies, leadReplyFiles } from '../lead.table.ts';
import { lockLead } from './change-lead.ts';

/** The most bytes that are attached to one reply; many mail servers refuse larger emails. */
export const mostAttachedBytes = 10_000_000;
export const mostAttachedText = '10 MB';

export const mostAttached = 10;

/** The most bytes of a form that are read: more than can be attached, so that the text is kept if the files are too large. */
export const replyFormBytes = 4 * mostAttachedBytes;

/** The fields of the form with new files, and with the ids of files to remove. */
export const addedFilesField = 'files';
export const removedFilesField = 'file';

/** Extensions of programs, because of which mail servers refuse an email. */
const refusedExtension =
  /\.(?:apk|bat|cmd|com|cpl|dll|exe|hta|jar|js|jse|lnk|msi|msix|ps1|reg|scr|vb|vbe|vbs|wsf|wsh)$/i;

const typed = /^[\w.+-]+\/[\w.+-]+$/;

const attachedNameOf = (name: string) => safeNameOf(name).replaceAll('"', "'").trim() || 'file';

/** A reply, sent or not, of a lead. */
export type ReplyKey = { readonly leadId: string; readonly replyId: string };

const isOf = ({ leadId, replyId }: ReplyKey) =>
  and(eq(leadReplyFiles.leadId, leadId), eq(leadReplyFiles.replyId, replyId));

const { id, replyId, name, sizeBytes } = leadReplyFiles;

/** Returns the names and sizes of the files attached to replies of a lead, also of those not sent yet. */
export const listReplyFiles = (db: Db, leadId: string) =>
  db
    .select({ id, replyId, name, sizeBytes })
    .from(leadReplyFiles)
    .where(eq(leadReplyFiles.leadId, leadId))
    .orderBy(asc(leadReplyFiles.storedAt), asc(id));

export type ReplyFile = Awaited<ReturnType<typeof listReplyFiles>>[number];

export type FilesAttached = Outcome<'not-found' | 'type' | 'size' | 'count'>;

const sumOf = (files: readonly { readonly sizeBytes: number }[]) =>
  files.reduce((sum, file) => sum + file.sizeBytes, 0);

/**
 * Removes files from a reply that is not sent yet, then attaches others, in one transaction. Attaching the same file
 * again changes nothing, and neither does anything after the reply was sent.
 */
export async function attachFiles(
  db: Db,
  now: Date,
  key: ReplyKey,
  { added, removedIds }: { readonly added: readonly PostedFile[]; readonly removedIds: readonly string[] },
): Promise<FilesAttached> {
  if (added.some((file) => refusedExtension.test(file.name))) return { ok: false, reason: 'type' };
  const rows = added.map((file) => ({
    ...key,
    id: uuidv7(),
    name: attachedNameOf(file.name),
    mediaType: typed.test(file.mediaType) ? file.mediaType : 'application/octet-stream',
    sizeBytes: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    content: new Uint8Array(file.bytes),
    storedAt: now,
  }));
  return db.transaction(async (tx): Promise<FilesAttached> => {
    if (!(await lockLead(tx, key.leadId))) return { ok: false, reason: 'not-found' };
    if ((await tx.$count(leadReplies, eq(leadReplies.id, key.replyId))) > 0) return { ok: true };
    await tx.delete(leadReplyFiles).where(
      and(
        isOf(key),
        inArray(
          id,
          removedIds.filter((one) => isUuid(one)),
        ),
      ),
    );
    const known = await tx
      .select({ name, sizeBytes, sha256: leadReplyFiles.sha256 })
      .from(leadReplyFiles)
      .where(isOf(key));
    const isKnown = (row: (typeof rows)[number]) =>
      known.some((file) => file.sha256 === row.sha256 && file.name === row.name);
    const fresh = rows.filter((row) => !isKnown(row));
    if (known.length + fresh.length > mostAttached) return { ok: false, reason: 'count' };
    if (sumOf(known) + sumOf(fresh) > mostAttachedBytes) return { ok: false, reason: 'size' };
    if (fresh.length > 0) await tx.insert(leadReplyFiles).values(fresh).onConflictDoNothing();
    return { ok: true };
  });
}

/** Returns a file of a lead's replies with its content; null if there is none. */
export async function findReplyFile(
  db: Db,
  { leadId, fileId }: Readonly<Record<'leadId' | 'fileId', string>>,
) {
  if (!isUuid(leadId) || !isUuid(fileId)) return null;
  const [file] = await db
    .select({ name, content: leadReplyFiles.content })
    .from(leadReplyFiles)
    .where(and(eq(id, fileId), eq(leadReplyFiles.leadId, leadId)));
  return file ?? null;
}

/** Deletes the files of replies that were not sent within a day. */
export async function pruneReplyFiles(db: Db, now: Date): Promise<void> {
  const isOld = lt(leadReplyFiles.storedAt, new Date(now.getTime() - dayMs));
  const sent = db.select({ id: leadReplies.id }).from(leadReplies);
  await db.delete(leadReplyFiles).where(and(isOld, notInArray(replyId, sent)));
}
