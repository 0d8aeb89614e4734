import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/project.yaml';
import { lockClient } from '#src/features/accounts/people/lock-client.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { ProjectStatus } from './project-status.ts';
import { projects } from './project.table.ts';

export type NewProject = {
  readonly clientId: string;
  readonly name: string;
  readonly description: string;
  readonly status?: ProjectStatus;
  /** Percent, 0 to 100. */
  readonly progress?: number;
  /** YYYY-MM-DD. */
  readonly dueOn?: string | null;
  /** Agreed for each recording; without it, what content/project.yaml says, with null nothing. */
  readonly revisionRounds?: number | null | undefined;
  readonly deliverySpecification?: string | null | undefined;
  readonly fileNaming?: string | null | undefined;
  /** The next number if it is not given. */
  readonly number?: number;
};

export type CreatedProject = Outcome<'no-client', { readonly projectId: string; readonly number: number }>;

/** Creates a project of a client, in the caller's transaction; `no-client` where there is no such client or they were erased. */
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
