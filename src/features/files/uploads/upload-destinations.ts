import { and, eq, isNull } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { addFile } from '../files.ts';
import { allFiles } from '../store/file.table.ts';
import type { StoredBytes } from '../store/stored-bytes.ts';
import { visibleTo } from '../serving/file-access.ts';
import { clientUploads, pendingClientUploads } from '../client-uploads/client-upload.table.ts';
import { addClientUpload } from '../client-uploads/client-uploads.ts';
import {
  releaseUploadSpace,
  reserveUploadSpace,
  type NewUpload,
  type SpaceOutcome,
} from '../client-uploads/client-upload-space.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';

type UploadedFile = {
  /** The id of its upload. */
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly folder: string;
  readonly needsApproval: boolean;
  readonly requestId: string | null;
  readonly stored: StoredBytes;
};

/** A destination of uploads: their result and their senders. */
type Destination = {
  /** The path they are posted to (tus). */
  readonly path: string;
  readonly role: Person['role'];
  /** Admits a new upload, in the caller's transaction. */
  readonly admit: (tx: Db, person: Person, upload: NewUpload) => Promise<SpaceOutcome>;
  /** Returns true if this person may continue an unfinished upload. */
  readonly mayContinue: (db: Db, person: Person, uploadId: string) => Promise<boolean>;
  /**
   * Returns the size of the file created from an upload, if this person may see it; null if there is none. The file has
   * the upload's id.
   */
  readonly findSize: (db: Db, uploadId: string, person: Person | null) => Promise<number | null>;
  readonly addFile: (
    tx: Db,
    services: QueueServices,
    actor: Actor,
    file: UploadedFile,
  ) => Promise<Outcome<'no-project'>>;
  /** Returns true if a file has these bytes. */
  readonly hasBytes: (db: Db, storageKey: string) => Promise<boolean>;
  /** Releases what an upload reserved, after it was cancelled or refused. */
  readonly release: (db: Db, uploadId: string) => Promise<void>;
};

/** Returns true if the project exists and its client was not erased. */
async function hasProject(db: Db, projectId: string): Promise<boolean> {
  const found = await db
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(and(eq(projects.id, projectId), isNull(clients.erasedAt)));
  return found.length > 0;
}

/** The team's files of a project. */
const project: Destination = {
  path: '/desk/uploads',
  role: 'team',
  admit: async (tx, _team, { projectId }) =>
    (await hasProject(tx, projectId)) ? { ok: true } : { ok: false, reason: 'project' },
  mayContinue: async () => true,
  async findSize(db, uploadId) {
    const [file] = await db
      .select({ sizeBytes: allFiles.sizeBytes })
      .from(allFiles)
      .where(eq(allFiles.id, uploadId));
    return file?.sizeBytes ?? null;
  },
  addFile: (tx, services, actor, { requestId: _request, ...file }) => addFile(tx, services, actor, file),
  hasBytes: async (db, storageKey) => (await db.$count(allFiles, eq(allFiles.storageKey, storageKey))) > 0,
  release: async () => undefined,
};

async function findSentSize(db: Db, uploadId: string, person: Person | null): Promise<number | null> {
  const [file] = await db
    .select({ sizeBytes: clientUploads.sizeBytes })
    .from(clientUploads)
    .innerJoin(projects, eq(projects.id, clientUploads.projectId))
    .where(and(eq(clientUploads.id, uploadId), person ? visibleTo(person) : undefined));
  return file?.sizeBytes ?? null;
}

/** Files that clients send. Any person of a client can continue an upload to its projects. */
const inbox: Destination = {
  path: '/portal/uploads',
  role: 'client',
  admit: reserveUploadSpace,
  async mayContinue(db, person, uploadId) {
    const found = await db
      .select({ id: pendingClientUploads.id })
      .from(pendingClientUploads)
      .innerJoin(projects, eq(projects.id, pendingClientUploads.projectId))
      .where(and(eq(pendingClientUploads.id, uploadId), visibleTo(person)));
    // It may have become a file in the meantime.
    return found.length > 0 || (await findSentSize(db, uploadId, person)) !== null;
  },
  findSize: findSentSize,
  addFile: addClientUpload,
  hasBytes: async (db, storageKey) =>
    (await db.$count(clientUploads, eq(clientUploads.storageKey, storageKey))) > 0,
  release: releaseUploadSpace,
};

export const destinations = { project, inbox } as const;

export type DestinationName = keyof typeof destinations;
