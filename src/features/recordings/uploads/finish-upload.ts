import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { addFile } from '#src/features/recordings/files/files.ts';
import { removeStoredFile, storeFile } from '#src/features/recordings/files/file-store.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services.ts';
import { longest, requiredText } from '#src/platform/field.schema.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { listUploads, uploadStoreOf, type UploadOutcome, type UploadStore } from './upload-store.ts';

/** What an upload is for. `ownerId` is whoever began it, and is written by the server alone. */
type UploadMetadata = {
  readonly projectId: string;
  /** As the uploader's disk calls it. */
  readonly name: string;
  readonly needsApproval: boolean;
  readonly ownerId: string;
};

type RawMetadata = Readonly<Record<string, string | null>> | undefined;

/** Checks the metadata of an upload; the reason names the part that is missing or cannot be stored. */
export function readUploadMetadata(
  raw: RawMetadata,
  ownerId: string,
): Outcome<'project' | 'name', { readonly metadata: UploadMetadata }> {
  const { projectId, name, needsApproval } = raw ?? {};
  if (!validate(projectId)) return { ok: false, reason: 'project' };
  if (!requiredText(longest.name).safeParse(name).success) return { ok: false, reason: 'name' };
  return {
    ok: true,
    metadata: {
      projectId: projectId ?? '',
      name: name ?? '',
      needsApproval: needsApproval === 'yes',
      ownerId,
    },
  };
}

/** The metadata in the form that tus stores. */
export const rawMetadataOf = ({ needsApproval, ...rest }: UploadMetadata): Record<string, string> => ({
  ...rest,
  needsApproval: needsApproval ? 'yes' : 'no',
});

type CompleteUpload = { readonly id: string; readonly metadata?: RawMetadata };

/** The size of the file that was made of an upload; null where none was. The file has the id of its upload. */
export async function findUploadedSize(db: Db, uploadId: string): Promise<number | null> {
  const [file] = await db.select({ sizeBytes: files.sizeBytes }).from(files).where(eq(files.id, uploadId));
  return file?.sizeBytes ?? null;
}

/** Whether there is such a project, of a client who was not erased. */
export async function hasProject(db: Db, projectId: string): Promise<boolean> {
  const found = await db
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(people, eq(people.id, projects.clientId))
    .where(and(eq(projects.id, projectId), isNull(people.erasedAt)));
  return found.length > 0;
}

type Uploader = Pick<Person, 'id' | 'name'>;

/** Who began the upload, if they are still in the team; else who finished it, or nobody. */
async function uploaderOf(db: Db, ownerId: string, finisher: Uploader | null): Promise<Uploader | null> {
  if (ownerId === finisher?.id || !validate(ownerId)) return finisher;
  const [owner] = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(and(eq(people.id, ownerId), eq(people.role, 'team'), isNull(people.disabledAt)));
  return owner ?? finisher;
}

async function makeFile(
  services: Services,
  { path, id, metadata }: { path: string; id: string; metadata: UploadMetadata },
  finisher: Uploader | null,
): Promise<UploadOutcome | null> {
  const { db, config } = services;
  const { ownerId, ...about } = metadata;
  const actor = await uploaderOf(db, ownerId, finisher);
  if (!actor) return null;
  // The upload keeps its bytes for another attempt.
  const stored = await storeFile(config.dataDir, { path, isKept: true }, about.name);
  const removeBytes = () => removeStoredFile(config.dataDir, stored.storageKey);
  try {
    const added = await db.transaction((tx) => addFile(tx, services, actor, { id, ...about, stored }));
    if (added.ok) return added;
    await removeBytes();
    return { ok: false, reason: 'project' };
  } catch (error) {
    // The commit may have worked although its answer was lost: then a row names these bytes. Where that is unknown, they stay.
    const isNamed = await db.$count(files, eq(files.storageKey, stored.storageKey)).then(
      (count) => count > 0,
      () => true,
    );
    if (!isNamed) await removeBytes();
    // Another process may have made the file of this upload at the same moment, of a copy of its own.
    if (!isNamed && (await findUploadedSize(db, id)) !== null) return { ok: true };
    throw error;
  }
}

async function finish(
  services: Services,
  store: UploadStore,
  upload: CompleteUpload,
  finisher: Uploader | null,
): Promise<UploadOutcome> {
  const { id } = upload;
  let outcome: UploadOutcome | null = { ok: true };
  if ((await findUploadedSize(services.db, id)) === null) {
    const read = readUploadMetadata(upload.metadata, upload.metadata?.['ownerId'] ?? '');
    outcome = read.ok
      ? await makeFile(services, { path: join(store.folder, id), id, ...read }, finisher)
      : read;
  }
  // Whoever asks for it next finishes it.
  if (outcome === null) return { ok: true };
  await store.files.remove(id).catch(() => undefined);
  return outcome;
}

/**
 * Makes a file of a complete upload: its bytes go to the file store, then its row and announcement are committed together.
 * Calling it again, also at the same moment, makes no second file. An upload that cannot become a file is removed.
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

/** Makes files of the uploads that were complete when a server ended, under the names of who began them. */
export async function finishLeftUploads(services: Services): Promise<void> {
  const store = await uploadStoreOf(services);
  for (const uploadId of await listUploads(store.folder)) {
    const upload = await store.files.getUpload(uploadId).catch(() => null);
    if (upload && upload.offset === upload.size) await finishUpload(services, store, upload, null);
  }
}
