import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import portal from '#content/portal.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { bytesPerGb, reserveUploadSpace } from '#src/features/files/client-uploads/client-upload-space.ts';
import { addClientUpload } from '#src/features/files/client-uploads/client-uploads.ts';
import { addFile } from '#src/features/files/files.ts';
import type { FileRequest } from '#src/features/files/serving/file-access.ts';
import { serveDownload } from '#src/features/files/serving/serve-file.ts';
import { allFiles } from '#src/features/files/store/file.table.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { StoredBytes } from '#src/features/files/store/stored-bytes.ts';
import { hasRoomFor, uploadStoreOf } from '#src/features/files/uploads/upload-store.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import type { PostedFile } from '#src/platform/http/parse-body.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { Conversation } from './conversation.ts';
import { attachmentIdOf, messageFiles, messages } from './message.table.ts';

/** A file of a message with its stored bytes. */
export type StoredAttachment = { readonly name: string; readonly stored: StoredBytes };

export type AttachmentRefusal = Extract<keyof typeof portal.messages.unattached, string>;

/** The most files of one message. */
const mostFiles = 20;

/** The most files, and bytes, of a general conversation. */
const mostOfGeneral = { count: 2000, bytes: 2 * bytesPerGb };

type StoreServices = Pick<Services, 'config' | 'db' | 'log' | 'clock'>;

/** Stores the bytes of attached files. If one is refused, none is kept. */
export async function storeAttachments(
  services: Services,
  chosen: readonly PostedFile[],
): Promise<{ ok: true; files: StoredAttachment[] } | { ok: false; reason: AttachmentRefusal }> {
  if (chosen.length > mostFiles) return { ok: false, reason: 'many' };
  const kept: StoredAttachment[] = [];
  const refused = async (reason: AttachmentRefusal) => {
    await removeAttachments(services, kept);
    return { ok: false, reason } as const;
  };
  for (const file of chosen) {
    if (!requiredText(longest.name).safeParse(file.name).success) return refused('name');
    const { bytes } = file;
    if (!(await hasRoomFor(services, await uploadStoreOf(services), bytes.length))) return refused('room');
    const stored = await fileStoreOf(services.config).store({ bytes }, file.name);
    kept.push({ name: file.name, stored });
  }
  return { ok: true, files: kept };
}

/** Removes stored bytes that no row refers to. */
export async function removeAttachments(
  { config }: Pick<StoreServices, 'config'>,
  kept: readonly StoredAttachment[],
): Promise<void> {
  const store = fileStoreOf(config);
  for (const { stored } of kept) await store.remove(stored.storageKey);
}

/** Removes the bytes of those files that no row refers to, after a commit whose outcome is unknown. */
export async function removeUnnamed(
  services: StoreServices,
  kept: readonly StoredAttachment[],
): Promise<void> {
  for (const one of kept) {
    const { storageKey } = one.stored;
    const counts = [allFiles, clientUploads, messageFiles].map((table) =>
      services.db.$count(table, eq(table.storageKey, storageKey)),
    );
    const isNamed = await Promise.all(counts).then(
      (found) => found.some((count) => count > 0),
      () => true,
    );
    if (!isNamed) await removeAttachments(services, [one]);
  }
}

type Attached = Conversation & { readonly messageId: string };

/** Returns true if a general conversation has room for these files. */
async function hasGeneralRoom(
  tx: Db,
  clientId: string,
  added: readonly StoredAttachment[],
): Promise<boolean> {
  const [used] = await tx
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${messageFiles.sizeBytes}), 0)`.mapWith(Number),
    })
    .from(messageFiles)
    .innerJoin(messages, eq(messages.id, messageFiles.messageId))
    .where(eq(messages.clientId, clientId));
  const addedBytes = added.reduce((sum, { stored }) => sum + stored.sizeBytes, 0);
  return (
    (used?.count ?? 0) + added.length <= mostOfGeneral.count &&
    (used?.bytes ?? 0) + addedBytes <= mostOfGeneral.bytes
  );
}

/** Adds one file of a message to the project: a client's to its inbox, the team's to its files. */
async function addToProject(
  tx: Db,
  services: QueueServices,
  author: Person,
  { projectId, name, stored }: StoredAttachment & { readonly projectId: string },
): Promise<AttachmentRefusal | { readonly fileId: string } | { readonly sentFileId: string }> {
  const id = uuidv7();
  if (author.role === 'team') {
    const added = await addFile(tx, services, author, { id, projectId, name, needsApproval: false, stored });
    return added.ok ? { fileId: id } : 'gone';
  }
  const space = { uploadId: id, projectId, sizeBytes: stored.sizeBytes, now: services.clock.now() };
  const reserved = await reserveUploadSpace(tx, author, space);
  if (!reserved.ok) return reserved.reason === 'project' ? 'gone' : reserved.reason;
  const isPartOfMessage = true;
  await addClientUpload(tx, services, author, { id, projectId, name, stored, isPartOfMessage });
  return { sentFileId: id };
}

/** Attaches stored files to a new message, in the caller's transaction. Returns the reason if one is refused. */
export async function attachFiles(
  tx: Db,
  services: QueueServices,
  author: Person,
  { messageId, clientId, projectId }: Attached,
  kept: readonly StoredAttachment[],
): Promise<AttachmentRefusal | null> {
  if (kept.length === 0) return null;
  if (projectId === null && !(await hasGeneralRoom(tx, clientId, kept))) return 'full';
  for (const [position, { name, stored }] of kept.entries()) {
    const { sizeBytes, sha256, storageKey } = stored;
    const bytes =
      projectId === null
        ? { sha256, storageKey }
        : await addToProject(tx, services, author, { projectId, name, stored });
    if (typeof bytes === 'string') return bytes;
    const id = attachmentIdOf(messageId, position);
    await tx.insert(messageFiles).values({ id, messageId, position, name, sizeBytes, ...bytes });
  }
  return null;
}

/** A file as its message shows it. */
export type ShownAttachment = {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Where to download it; null once it was removed. */
  readonly href: string | null;
};

/** The files of a message in the order in which they were attached, as a column of a `messages` query. */
export const attachmentsColumn = sql<ShownAttachment[]>`(
  select coalesce(json_agg(json_build_object(
    'id', attached.id,
    'name', attached.name,
    'sizeBytes', attached.size_bytes,
    'href', case
      when present.id is not null then '/portal/files/' || present.id
      when attached.sent_file_id is not null then '/portal/sent-files/' || attached.sent_file_id
      when attached.storage_key is not null then '/portal/message-files/' || attached.id
    end
  ) order by attached.position), '[]')
  from message_files attached
  left join files present on present.id = attached.file_id
  where attached.message_id = "messages"."id")`;

/** Returns a download of a file in a general conversation, for its client and the team; otherwise null. */
export async function serveMessageFile(asked: FileRequest): Promise<Response | null> {
  const { services, session } = asked.locals;
  const { id: asId = '' } = asked.params;
  if (!session || !validate(asId)) return null;
  const { person } = session;
  const { id, name, sha256, storageKey } = messageFiles;
  const find = async () => {
    const isTheirs = person.role === 'team' ? undefined : eq(messages.clientId, person.clientId);
    const [file] = await services.db
      .select({ name, sha256, storageKey })
      .from(messageFiles)
      .innerJoin(messages, eq(messages.id, messageFiles.messageId))
      .where(and(eq(id, asId), isTheirs));
    return file ?? null;
  };
  const file = await find();
  if (file?.sha256 == null || file.storageKey === null) return null;
  const stored = { name: file.name, sha256: file.sha256, storageKey: file.storageKey };
  return serveDownload(asked, { ...stored, isSeen: async () => (await find()) !== null });
}
