import { eq, inArray, and, isNull } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { settleNotifications } from '#src/features/notifications/panel/notifications.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '../file-name.tsx';
import { versionsOf } from '../recording-versions.ts';
import { changeRequests, fileApprovals, files } from '../store/file.table.ts';
import { fileState } from '../list-project-files.ts';
import { v7 as uuidv7, validate } from 'uuid';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { lockProject } from '#src/features/projects/projects.ts';

const listVersions = (tx: Db, projectId: string) =>
  tx
    .select({
      id: files.id,
      name: files.name,
      recordingId: files.recordingId,
      version: files.version,
      uploadNumber,
      uploadCount,
      state: fileState,
      supersededBy: files.supersededBy,
      formatOf: files.formatOf,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(eq(files.projectId, projectId));

/**
 * Closes the approval requests of superseded versions, in the caller's transaction, and announces each. After an
 * approval these are all versions older than the approved file; after a decision, all older than the newest version.
 * The caller has locked the client, which serialises concurrent decisions.
 */
export async function supersedeOlder(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, fileId, by }: { projectId: string; fileId: string; by: 'approval' | 'decision' },
): Promise<void> {
  const all = await listVersions(tx, projectId);
  const file = all.find(({ id }) => id === fileId);
  if (!file) return;
  const series = versionsOf(all, file.recordingId);
  const newest = by === 'approval' ? file : series.at(-1);
  if (!newest) return;
  const olderIds = new Set(series.slice(0, series.indexOf(newest)).map(({ id }) => id));
  const isOlder = ({ id, formatOf }: (typeof all)[number]) => olderIds.has(formatOf ?? id);
  const older = all.filter(
    (each) =>
      each.supersededBy === null &&
      (each.state === 'waiting' || each.state === 'changes-requested') &&
      isOlder(each),
  );
  if (older.length === 0) return;
  const [project] = await tx
    .select({ clientId: projects.clientId, name: projects.name })
    .from(projects)
    .where(eq(projects.id, projectId));
  if (!project) return;
  const subjectIds = older.map(({ id }) => id);
  await tx.update(files).set({ supersededBy: newest.id }).where(inArray(files.id, subjectIds));
  const { clientId } = project;
  await settleNotifications(tx, services.clock.now(), 'approval', { clientId, subjectIds });
  // A requested change stays what it is; only a wait ends.
  for (const each of older.filter(({ state }) => state === 'waiting')) {
    const details = { project: project.name, file: fileLabelOf(each), newer: fileLabelOf(newest) };
    await announce(tx, services, actor, {
      kind: 'file-superseded',
      clientId,
      projectId,
      subjectId: each.id,
      details,
    });
  }
}

/** Lists the formats of a file that were not approved, by the hash of their bytes. */
const listUnapprovedFormats = (tx: Db, fileId: string) =>
  tx
    .select({ id: files.id, name: files.name, sha256: files.sha256 })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(eq(files.formatOf, fileId), isNull(fileApprovals.fileId)))
    .orderBy(files.sha256);

type DecisionKey = { readonly projectId: string; readonly fileId: string };

/**
 * Locks a file of a client's project until the transaction ends, so that it can be neither removed nor replaced, and
 * returns it with its project; null if the client has no such file.
 */
async function lockForDecision(tx: Db, { clientId }: ClientPerson, { projectId, fileId }: DecisionKey) {
  if (!validate(projectId) || !validate(fileId)) return null;
  const project = await lockProject(tx, projectId);
  if (project?.clientId !== clientId) return null;
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
  return file ? { project, file } : null;
}

type Approval = {
  readonly projectId: string;
  readonly fileId: string;
  /** The hash of the bytes that the client saw, hexadecimal. */
  readonly sha256: string;
  /** The hashes of its unapproved formats that the client saw, sorted; none if it is not given. */
  readonly formats?: readonly string[];
  /** The delivery report approved with it; absent if the client saw none, even if one exists by now. */
  readonly sheet?: {
    /** The hash of the report that the client saw. */
    readonly sha256: string;
    /** Returns the current report of a file; null if it has not been measured. */
    readonly find: (tx: Db, fileId: string) => Promise<ReportToApprove | null>;
  };
};

/** An approved delivery report: its JSON text and the hash of that text. */
export type ReportToApprove = { readonly text: string; readonly sha256: string };

export type ApprovalOutcome = Outcome<'not-found' | 'not-needed' | 'other-bytes' | 'other-sheet'>;

/**
 * Approves exactly these bytes of a file with its delivery report and its formats, permanently, for its client. Repeated
 * or concurrent approvals change nothing.
 */
export async function approveFile(
  db: Db,
  services: QueueServices,
  client: ClientPerson,
  { projectId, fileId, sha256, formats: seenFormats = [], sheet: seen }: Approval,
): Promise<ApprovalOutcome> {
  const now = services.clock.now();
  return db.transaction(async (tx) => {
    const locked = await lockForDecision(tx, client, { projectId, fileId });
    if (!locked) return { ok: false, reason: 'not-found' };
    const { project, file } = locked;
    if (!file.needsApproval || file.supersededBy !== null) return { ok: false, reason: 'not-needed' };
    if (file.sha256 !== sha256) return { ok: false, reason: 'other-bytes' };
    if ((await tx.$count(fileApprovals, eq(fileApprovals.fileId, fileId))) > 0) return { ok: true };
    const formats = await listUnapprovedFormats(tx, fileId);
    if (formats.map((each) => each.sha256).join() !== seenFormats.join())
      return { ok: false, reason: 'other-bytes' };
    const sheet = seen && (await seen.find(tx, fileId));
    if (sheet?.sha256 !== seen?.sha256) return { ok: false, reason: 'other-sheet' };
    const by = {
      approvedBy: client.id,
      approvedByName: client.name,
      approvedAt: now,
      projectName: project.name,
      isPublished: project.publishesReceipts,
    };
    const own = { fileId, sha256, sheet: sheet?.text ?? null, sheetSha256: sheet?.sha256 ?? null };
    const [approval] = await tx
      .insert(fileApprovals)
      .values({ ...own, ...by, fileName: file.name })
      .onConflictDoNothing()
      .returning({ fileId: fileApprovals.fileId });
    if (!approval) return { ok: true };
    const ofFormats = formats.map((each) => ({
      fileId: each.id,
      sha256: each.sha256,
      fileName: each.name,
      approvedWith: fileId,
      ...by,
    }));
    if (ofFormats.length > 0) await tx.insert(fileApprovals).values(ofFormats).onConflictDoNothing();
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

/** The longest text of a request for changes, in characters. */
export const mostChangeText = 2_000;

type ChangeRequest = {
  readonly projectId: string;
  readonly fileId: string;
  /** The hash of the bytes that the client heard, hexadecimal. */
  readonly sha256: string;
  /** What should change; validated. */
  readonly content: string;
};

/**
 * Requests changes to exactly these bytes of a file, for its client. It no longer waits for approval, and a revision
 * round begins (`roundsOf`). The same request again changes nothing; another text is a conflict.
 */
export async function requestChanges(
  db: Db,
  services: QueueServices,
  client: ClientPerson,
  { projectId, fileId, sha256, content }: ChangeRequest,
): Promise<Outcome<'not-found' | 'not-needed' | 'other-bytes' | 'conflict'>> {
  const now = services.clock.now();
  return db.transaction(async (tx) => {
    const locked = await lockForDecision(tx, client, { projectId, fileId });
    if (!locked) return { ok: false, reason: 'not-found' };
    const { project, file } = locked;
    if ((await tx.$count(fileApprovals, eq(fileApprovals.fileId, fileId))) > 0)
      return { ok: false, reason: 'not-needed' };
    const [known] = await tx
      .select()
      .from(changeRequests)
      .where(and(eq(changeRequests.fileId, fileId), isNull(changeRequests.closedAt)));
    if (known) return known.content === content ? { ok: true } : { ok: false, reason: 'conflict' };
    if (!file.needsApproval || file.supersededBy !== null) return { ok: false, reason: 'not-needed' };
    if (file.sha256 !== sha256) return { ok: false, reason: 'other-bytes' };
    await tx.insert(changeRequests).values({
      id: uuidv7(),
      fileId,
      sha256,
      requestedBy: client.id,
      requestedByName: client.name,
      requestedAt: now,
      content,
    });
    await settleNotifications(tx, now, 'approval', { clientId: client.clientId, subjectIds: [fileId] });
    await announce(tx, services, client, {
      kind: 'changes-requested',
      clientId: client.clientId,
      projectId,
      subjectId: fileId,
      details: { project: project.name, file: fileLabelOf(file) },
    });
    return { ok: true };
  });
}

/** Returns what a client asks to change in those of these files that are theirs and to be changed, by the file's id. */
export async function findRequestTexts(
  db: Db,
  clientId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({ id: files.id, content: changeRequests.content })
    .from(changeRequests)
    .innerJoin(files, eq(files.id, changeRequests.fileId))
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(
      and(inArray(files.id, [...fileIds]), eq(projects.clientId, clientId), isNull(changeRequests.closedAt)),
    );
  return new Map(found.map(({ id, content }) => [id, content]));
}
