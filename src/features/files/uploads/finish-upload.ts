import { and, eq, inArray, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { commitStored, fileStoreOf } from '../store/file-store.ts';
import type { Source } from '../store/stored-bytes.ts';
import { asksForApproval, groupOf } from '../arrange/file-groups.ts';
import type { FileKind } from '../store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';
import { longest, optionalText, requiredText } from '#src/platform/field.schema.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { destinations, type DestinationName } from './upload-destinations.ts';
import { destinationNameOf, findUpload } from './upload-place.ts';
import { uploadStoreOf, type UploadOutcome, type UploadStore } from './upload-store.ts';

/** The purpose of an upload. Only the server sets `destination` and `ownerId` (the person who started it). */
type UploadMetadata = {
  readonly projectId: string;
  /** File name on the uploader's disk. */
  readonly name: string;
  /** Its folder on the uploader's disk, with slashes; empty without one. */
  readonly folder: string;
  /** With `by-kind`, mixes, masters and videos need approval. */
  readonly needsApproval: 'yes' | 'no' | 'by-kind';
  readonly ownerId: string;
  readonly destination: DestinationName;
  /** The request that the file answers; null if there is none. */
  readonly requestId: string | null;
};

type RawMetadata = Readonly<Record<string, string | null>> | undefined;

/** Checks the metadata of an upload; the reason names the part that is missing or cannot be stored. */
export function readUploadMetadata(
  raw: RawMetadata,
  { ownerId, destination }: Pick<UploadMetadata, 'ownerId' | 'destination'>,
): Outcome<'project' | 'name', { readonly metadata: UploadMetadata }> {
  const { projectId, name, folder, needsApproval, requestId } = raw ?? {};
  if (!validate(projectId)) return { ok: false, reason: 'project' };
  if (!requiredText(longest.name).safeParse(name).success) return { ok: false, reason: 'name' };
  if (!optionalText(longest.name).safeParse(folder ?? '').success) return { ok: false, reason: 'name' };
  return {
    ok: true,
    metadata: {
      projectId: projectId ?? '',
      name: name ?? '',
      folder: folder ?? '',
      needsApproval: needsApproval === 'yes' || needsApproval === 'by-kind' ? needsApproval : 'no',
      ownerId,
      destination,
      requestId: requestId && validate(requestId) ? requestId : null,
    },
  };
}

/** Returns the metadata in tus format. */
export const rawMetadataOf = ({ requestId, ...rest }: UploadMetadata): Record<string, string> => ({
  ...rest,
  ...(requestId === null ? {} : { requestId }),
});

const needsApprovalOf = ({ name, folder, needsApproval }: UploadMetadata, kind: FileKind): boolean =>
  needsApproval === 'by-kind'
    ? asksForApproval(groupOf({ name, folder, kind, stage: null, group: null, isFromClient: false }))
    : needsApproval === 'yes';

type CompleteUpload = { readonly id: string; readonly metadata?: RawMetadata };

type Uploader = Actor & { readonly id: string };

/**
 * Returns the person who started the upload, if they are still active; else the one who finishes it, if active; else
 * null. Their access may end during the upload.
 */
async function uploaderOf(
  db: Db,
  { ownerId, destination, projectId }: UploadMetadata,
  finisher: Uploader | null,
): Promise<Uploader | null> {
  const { role } = destinations[destination];
  const ids = [ownerId, finisher?.id].filter((id) => id !== undefined && validate(id));
  const active = await db
    .select({ id: people.id, name: people.name, clientId: people.clientId, of: projects.clientId })
    .from(people)
    .leftJoin(projects, eq(projects.id, projectId))
    .where(and(inArray(people.id, ids as string[]), eq(people.role, role), isNull(people.disabledAt)));
  // A client's person can only send to their own client's projects.
  const able = active.filter(({ clientId, of }) => role === 'team' || clientId === of);
  return able.find(({ id }) => id === ownerId) ?? able[0] ?? null;
}

const noUploader = (finisher: Uploader | null): UploadOutcome | null =>
  finisher && { ok: false, reason: 'project' };

/** Creates the file of an upload. Returns null if no active uploader remains and no request waits for it. */
async function makeFile(
  services: Services,
  { source, id, metadata }: { source: Source; id: string; metadata: UploadMetadata },
  finisher: Uploader | null,
): Promise<UploadOutcome | null> {
  const { db, config } = services;
  const { projectId, name, folder, requestId } = metadata;
  const destination = destinations[metadata.destination];
  if (!(await uploaderOf(db, metadata, finisher))) return noUploader(finisher);
  // The upload keeps its bytes for another attempt.
  const files = fileStoreOf(config);
  const stored = await files.store(source, name);
  const needsApproval = needsApprovalOf(metadata, stored.kind);
  const file = { id, projectId, name, folder, needsApproval, requestId, stored };
  const commit = () =>
    db.transaction(async (tx): Promise<UploadOutcome | null> => {
      // Checked after acquiring the lock under which access is removed.
      await lockProject(tx, projectId);
      const actor = await uploaderOf(tx, metadata, finisher);
      if (!actor) return noUploader(finisher);
      const made = await destination.addFile(tx, services, actor, file);
      return made.ok ? made : { ok: false, reason: 'project' };
    });
  const isNamed = () => destination.hasBytes(db, stored.storageKey);
  try {
    return await commitStored(files, stored.storageKey, { commit, isNamed });
  } catch (error) {
    // The response to the commit was lost, or another process created the file at the same moment from its own copy.
    const sizeBytes = await destination.findSize(db, id, null).catch(() => null);
    if (sizeBytes !== null) return { ok: true };
    throw error;
  }
}

async function finish(
  services: Services,
  store: UploadStore,
  upload: CompleteUpload,
  finisher: Uploader | null,
): Promise<UploadOutcome> {
  const { id, metadata } = upload;
  const { db } = services;
  const name = destinationNameOf(metadata);
  const destination = destinations[name];
  let outcome: UploadOutcome | null = { ok: true };
  if ((await destination.findSize(db, id, null)) === null) {
    const ownerId = metadata?.['ownerId'] ?? '';
    const read = readUploadMetadata(metadata, { ownerId, destination: name });
    outcome = read.ok
      ? await makeFile(services, { source: store.sourceOf(id), id, ...read }, finisher)
      : read;
  }
  // The next request finishes it.
  if (outcome === null) return { ok: true };
  if (!outcome.ok) await destination.release(db, id);
  await store.files.remove(id).catch(() => undefined);
  return outcome;
}

/**
 * Creates the file of a complete upload: stores its bytes, then commits its row and announcement together. Repeated or
 * concurrent calls create no second file. An upload that cannot become a file is removed.
 */
export function finishUpload(
  services: Services,
  store: UploadStore,
  upload: CompleteUpload,
  finisher: Uploader | null,
): Promise<UploadOutcome> {
  const { finishing } = store;
  const running = finishing.get(upload.id);
  if (running) return running;
  const outcome = finish(services, store, upload, finisher).finally(() => finishing.delete(upload.id));
  finishing.set(upload.id, outcome);
  return outcome;
}

/** Creates the files of uploads that were complete when a server stopped, for their uploaders. */
export async function finishAbandonedUploads(services: Services): Promise<void> {
  const store = await uploadStoreOf(services);
  for (const uploadId of await store.list()) {
    const upload = await findUpload(store, uploadId);
    if (upload && upload.offset === upload.size) await finishUpload(services, store, upload, null);
  }
}
