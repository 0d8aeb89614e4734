import { eq, inArray, sql } from 'drizzle-orm';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { deskChannel } from '#src/features/notifications/events/desk-hub.ts';
import { publishEvent } from '#src/features/notifications/events/client-events.ts';
import type { ChangeKind } from '#src/features/notifications/kinds/change-kinds.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { files } from '../store/file.table.ts';

/** System events about a recording. */
type Told = Extract<
  ChangeKind,
  'file-measuring' | 'file-measured' | 'light-made' | 'versions-comparing' | 'versions-compared'
>;

type Viewer = { readonly projectId: string; readonly clientId: string };

/**
 * Returns the projects that have a file with any of these bytes, after locking their clients, always in the same order.
 * Erased clients are left out.
 */
export async function lockViewers(tx: Db, sha256s: readonly string[]): Promise<Viewer[]> {
  const found = await tx
    .selectDistinct({ projectId: projects.id, clientId: projects.clientId })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(inArray(files.sha256, [...sha256s]))
    .orderBy(projects.clientId, projects.id);
  const viewers: Viewer[] = [];
  for (const viewer of found) if (await lockClient(tx, viewer.clientId)) viewers.push(viewer);
  return viewers;
}

/** Notifies the open pages of these projects and of the desk. */
export async function tellPages(tx: Db, viewers: readonly Viewer[], kind: Told, at: Date): Promise<void> {
  for (const viewer of viewers) await publishEvent(tx, { kind, ...viewer, at });
  await tx.execute(sql`select pg_notify(${deskChannel}, ${kind})`);
}

/** Notifies the open pages of everyone who can see a file with any of these bytes. */
export async function notifyViewers(tx: Db, sha256s: readonly string[], kind: Told, at: Date): Promise<void> {
  await tellPages(tx, await lockViewers(tx, sha256s), kind, at);
}
