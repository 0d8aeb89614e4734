import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { addFile } from '#src/features/recordings/files/add-file.ts';
import { removeStoredFile, storeFile } from '#src/features/recordings/files/file-store.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services.ts';
import { readUploadMetadata, type UploadMetadata } from './upload-metadata.ts';
import type { UploadSpace } from './upload-space.ts';

export type UploadOutcome =
  { readonly ok: true } | { readonly ok: false; readonly reason: 'project' | 'name' };

type WholeUpload = {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, string | null>> | undefined;
};

/** The size of the file that an upload has become; null: it has become none. A file bears the id of its upload. */
export async function findUploadedSize(db: Db, uploadId: string): Promise<number | null> {
  const [file] = await db.select({ sizeBytes: files.sizeBytes }).from(files).where(eq(files.id, uploadId));
  return file?.sizeBytes ?? null;
}

export async function hasProject(db: Db, projectId: string): Promise<boolean> {
  const found = await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId));
  return found.length > 0;
}

/** Whoever began the upload, if they still are of the team; otherwise whoever finished it. */
async function uploaderOf(db: Db, ownerId: string, finisher: Person) {
  if (ownerId === finisher.id || !validate(ownerId)) return finisher;
  const [owner] = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(and(eq(people.id, ownerId), eq(people.role, 'team'), isNull(people.disabledAt)));
  return owner ?? finisher;
}

/** A second name for the bytes, so that they are still there to try again with when the first attempt fails. */
async function secondNameFor(path: string): Promise<string> {
  const copy = `${path}.whole`;
  await rm(copy, { force: true });
  await link(path, copy).catch(() => copyFile(path, copy));
  return copy;
}

async function makeFile(
  services: Services,
  { path, id, metadata }: { path: string; id: string; metadata: UploadMetadata },
  finisher: Person,
): Promise<UploadOutcome> {
  const { db, config } = services;
  const { ownerId, ...about } = metadata;
  const actor = await uploaderOf(db, ownerId, finisher);
  const stored = await storeFile(config.dataDir, { path: await secondNameFor(path) }, about.name);
  const forget = () => removeStoredFile(config.dataDir, stored.storageKey);
  try {
    const added = await db.transaction((tx) => addFile(tx, services, actor, { id, ...about, stored }));
    if (added.ok) return added;
    await forget();
    return { ok: false, reason: 'project' };
  } catch (error) {
    // A commit whose answer was lost has its row: then these are its bytes. Where nobody can say, they stay.
    const isCommitted = await findUploadedSize(db, id).then(
      (size) => size !== null,
      () => true,
    );
    if (!isCommitted) await forget();
    throw error;
  }
}

async function finish(
  services: Services,
  space: UploadSpace,
  upload: WholeUpload,
  finisher: Person,
): Promise<UploadOutcome> {
  const { id } = upload;
  const isFile = (await findUploadedSize(services.db, id)) !== null;
  if (!isFile) {
    const read = readUploadMetadata(upload.metadata, upload.metadata?.['ownerId'] ?? '');
    if (!read.ok) return read;
    const made = await makeFile(services, { path: join(space.folder, id), id, ...read }, finisher);
    if (!made.ok) return made;
  }
  await space.store.remove(id).catch(() => undefined);
  return { ok: true };
}

/**
 * Makes a file of an upload that is whole: its bytes go to the file store, then row and announcement are committed together.
 * May be asked again, also at the same moment: it becomes one file.
 */
export function finishUpload(
  services: Services,
  space: UploadSpace,
  upload: WholeUpload,
  finisher: Person,
): Promise<UploadOutcome> {
  const { finishing } = space;
  const running = finishing.get(upload.id);
  if (running) return running;
  const outcome = finish(services, space, upload, finisher).finally(() => finishing.delete(upload.id));
  finishing.set(upload.id, outcome);
  return outcome;
}
