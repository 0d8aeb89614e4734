import { and, eq, sql } from 'drizzle-orm';
import { validate, v7 as uuidv7 } from 'uuid';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { ProjectStatus } from './project-status.ts';
import { projects } from './project.table.ts';
import words from '#content/project.yaml';

type NewProject = {
  readonly clientId: string;
  readonly name: string;
  readonly description: string;
  readonly status?: ProjectStatus;
  /** Percent, 0 to 100. */
  readonly progress?: number;
  /** YYYY-MM-DD. */
  readonly dueOn?: string | null;
  /** Agreed for each recording; by default that of content/project.yaml, null for none. */
  readonly revisionRounds?: number | null | undefined;
  readonly deliverySpecification?: string | null | undefined;
  readonly fileNaming?: string | null | undefined;
  /** The next number if it is not given. */
  readonly number?: number;
};

type CreatedProject = Outcome<'no-client', { readonly projectId: string; readonly number: number }>;

/** Creates a project, in the caller's transaction; `no-client` if there is no such client or it was erased. */
export async function createProject(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  {
    clientId,
    name,
    description,
    status = 'backlog',
    progress = 0,
    dueOn = null,
    number,
    ...agreed
  }: NewProject,
): Promise<CreatedProject> {
  if (!(await lockClient(tx, clientId))) return { ok: false, reason: 'no-client' };
  const now = services.clock.now();
  const times = { createdAt: now, updatedAt: now };
  const { revisionRounds = words.versions.agreedByDefault } = agreed;
  const { deliverySpecification, fileNaming } = agreed;
  const about = {
    name,
    description,
    status,
    progress,
    dueOn,
    revisionRounds,
    deliverySpecification,
    fileNaming,
  };
  const row = { id: uuidv7(), clientId, ...about, ...times };
  const [made] = await tx
    .insert(projects)
    .values(number === undefined ? row : { ...row, number })
    .returning({ id: projects.id, number: projects.number });
  if (!made) throw new Error('The project was not written');
  // The sequence must not give out a chosen number again.
  if (number !== undefined)
    await tx.execute(
      sql`select setval('project_numbers', greatest(${number}::bigint, (select last_value from project_numbers)))`,
    );
  const change = { clientId, projectId: made.id, subjectId: made.id, details: { project: name } };
  await announce(tx, services, actor, { kind: 'project-created', ...change });
  return { ok: true, projectId: made.id, number: made.number };
}

export type LockedProject = typeof projects.$inferSelect;

/** Locks a project and its client until the transaction ends; null if there is none or its client was erased. */
export async function lockProject(tx: Db, projectId: string): Promise<LockedProject | null> {
  if (!validate(projectId)) return null;
  const isIt = eq(projects.id, projectId);
  const [known] = await tx.select({ clientId: projects.clientId }).from(projects).where(isIt);
  if (!known || !(await lockClient(tx, known.clientId))) return null;
  const [project] = await tx.select().from(projects).where(isIt).for('no key update');
  return project ?? null;
}

/** Locks a project for a person: their client's own, or any for the team. Null if they have no such project. */
export async function lockProjectOf(
  tx: Db,
  person: Person,
  projectId: string,
): Promise<LockedProject | null> {
  const project = await lockProject(tx, projectId);
  return person.role === 'team' || project?.clientId === person.clientId ? project : null;
}

/** What the client is emailed when a project is delivered. */
export type DeliveryEmail = {
  /** A sentence that names the final files; '' if there are none. */
  readonly finals: string;
};

type Move = { readonly name: string; readonly to: ProjectStatus; readonly email: DeliveryEmail | null };

/** Announces that a project was moved, and emails the client if it was delivered with an email. */
async function announceMove(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { id, clientId, status }: LockedProject,
  { name, to, email }: Move,
): Promise<void> {
  const details = { project: name, from: status, to };
  const about = { clientId, projectId: id, subjectId: id };
  if (email === null || to !== 'delivered')
    return announce(tx, services, actor, { kind: 'project-moved', ...about, details });
  // Another delivery gets a new notification.
  const isEarlier = and(eq(notifications.kind, 'project-delivered'), eq(notifications.subjectId, id));
  await tx.delete(notifications).where(isEarlier);
  await tx.update(projects).set({ deliveryEmailedAt: services.clock.now() }).where(eq(projects.id, id));
  await announce(tx, services, actor, {
    kind: 'project-moved',
    ...about,
    details: { ...details, ...email },
    notify: 'project-delivered',
  });
}

export type ProjectEdit = Pick<LockedProject, 'name' | 'description' | 'status' | 'progress' | 'dueOn'> & {
  /** Agreed for each recording; undefined leaves it unchanged. */
  readonly revisionRounds?: number | null | undefined;
  /** Undefined leaves these unchanged. */
  readonly deliverySpecification?: string | null | undefined;
  readonly fileNaming?: string | null | undefined;
  readonly projectId: string;
  /** The version that the editor saw. */
  readonly version: number;
  /** If the edit delivers the project; without it the client is not emailed. */
  readonly email?: DeliveryEmail | null;
};

export type EditedProject = Outcome<'not-found' | 'stale'>;

const detailFields = [
  'name',
  'description',
  'progress',
  'dueOn',
  'revisionRounds',
  'deliverySpecification',
  'fileNaming',
] as const;

/**
 * Edits a project. An edit without changes succeeds; one based on an older version is refused as `stale`.
 */
export async function editProject(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, version, email = null, ...edit }: ProjectEdit,
): Promise<EditedProject> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const changed = detailFields.filter(
      (field) => edit[field] !== undefined && project[field] !== edit[field],
    );
    const isMoved = project.status !== edit.status;
    if (changed.length === 0 && !isMoved) return { ok: true };
    if (project.version !== version) return { ok: false, reason: 'stale' };
    const now = services.clock.now();
    await tx
      .update(projects)
      .set({ ...edit, version: version + 1, updatedAt: now })
      .where(eq(projects.id, project.id));
    const about = { clientId: project.clientId, projectId: project.id, subjectId: project.id };
    if (changed.length > 0) {
      const progress = changed.includes('progress') ? { progress: String(edit.progress) } : {};
      const details = { project: edit.name, changed: changed.join(' '), ...progress };
      await announce(tx, services, actor, { kind: 'project-changed', ...about, details });
    }
    if (isMoved)
      await announceMove(tx, services, actor, project, { name: edit.name, to: edit.status, email });
    return { ok: true };
  });
}

export type ProjectMove = {
  readonly projectId: string;
  readonly status: ProjectStatus;
  /** The version that the mover saw. */
  readonly version: number;
  /** If the move delivers the project; without it the client is not emailed. */
  readonly email?: DeliveryEmail | null;
};

export type MovedProject =
  | { readonly ok: true; readonly version: number }
  | { readonly ok: false; readonly reason: 'not-found' }
  | {
      readonly ok: false;
      readonly reason: 'stale';
      readonly status: ProjectStatus;
      readonly version: number;
    };

/**
 * Moves a project to another status. A move to its own status changes nothing; one based on an older version is refused as `stale`,
 * with the current status.
 */
export async function moveProject(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, status, version, email = null }: ProjectMove,
): Promise<MovedProject> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    if (project.status === status) return { ok: true, version: project.version };
    if (project.version !== version)
      return { ok: false, reason: 'stale', status: project.status, version: project.version };
    const changed = { status, version: version + 1, updatedAt: services.clock.now() };
    await tx.update(projects).set(changed).where(eq(projects.id, project.id));
    await announceMove(tx, services, actor, project, { name: project.name, to: status, email });
    return { ok: true, version: version + 1 };
  });
}
