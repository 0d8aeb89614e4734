import { and, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { compareNames } from '#src/studio/locale.ts';
import { sectionsOf } from '#src/features/files/arrange/file-groups.ts';
import { fileNameOf } from '#src/features/files/file-name.tsx';
import { listProjectFiles, type FileState } from '#src/features/files/list-project-files.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { changeJson } from './changes/change-text.ts';
import { findRecording } from './player/find-recording.ts';

/** The states as the JSON names them, whatever the studio's texts say. */
const stateNames: Readonly<Record<FileState, string>> = {
  waiting: 'Waiting for approval',
  'changes-requested': 'Changes requested',
  approved: 'Approved',
};

const extensionOf = (name: string) => /\.([^.\s/]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? null;

/** Returns the container of each measured sound by its hash, such as `wav`. */
async function containersOf(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { sha256, measures } = soundMeasurements;
  const rows = await db
    .select({ sha256, measures })
    .from(soundMeasurements)
    .where(inArray(sha256, [...hashes]));
  return new Map(
    rows.flatMap((row) => (row.measures ? [[row.sha256, row.measures.format.container] as const] : [])),
  );
}

/**
 * Returns a file with its formats, state and comments, for its project's client and the team; otherwise null. Times are
 * in milliseconds, `order` is its place in the project's list, from 1, and `container` the file's extension until the
 * sound is measured. Replies are not included.
 */
export async function findFileJson(db: Db, person: Person, fileId: string | undefined) {
  if (!validate(fileId)) return null;
  const [found] = await db
    .select({ projectId: files.projectId })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(eq(files.id, fileId ?? ''), visibleTo(person)));
  if (!found) return null;
  const listed = await listProjectFiles(db, found.projectId);
  const file = listed.find(({ id }) => id === fileId);
  if (!file) return null;
  const entries = sectionsOf(listed).flatMap((section) => section.entries);
  const main = file.formatOf ?? file.id;
  const place = entries.findIndex(({ versions }) => versions.some(({ id }) => id === main));
  const entry = entries[place];
  const formats = listed.filter(({ id, formatOf }) => id === main || formatOf === main);
  const containers = await containersOf(
    db,
    formats.map(({ sha256 }) => sha256),
  );
  const recording = await findRecording(db, listed, file.id, person.role);
  return {
    id: file.id,
    name: fileNameOf(file.name),
    note: file.note,
    group: entry?.group ?? null,
    order: place + 1,
    version: file.version,
    formats: formats
      .map(({ sha256, name }) => ({ sha256, container: containers.get(sha256) ?? extensionOf(name) }))
      .toSorted((one, other) => compareNames(one.container ?? '', other.container ?? '')),
    state: file.state && stateNames[file.state],
    comments: (recording?.comments ?? []).map(
      ({ id, atMs, untilMs, content, authorName, doneAt, change }) => ({
        id,
        startMs: atMs,
        endMs: untilMs,
        text: content,
        author: authorName,
        state: doneAt ? 'done' : 'open',
        change: change ? changeJson(change.change) : null,
      }),
    ),
  };
}
