import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { recordingsIn } from '#src/features/files/recording-versions.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export const commentStates = ['open', 'done', 'all'] as const;

/** The filter of a project's comments; null and false where nothing is chosen. */
export type CommentFilter = {
  readonly state: (typeof commentStates)[number];
  /** Only comments that the reader wrote or is mentioned in. */
  readonly isMine: boolean;
  readonly recordingId: string | null;
  /** The version number that the comments are shown on. */
  readonly version: number | null;
  /** From 1. */
  readonly page: number;
};

const lastNumber = 100_000;

function numberIn(text: string | null): number | null {
  const number = Number(text ?? '');
  return Number.isInteger(number) && number >= 1 && number <= lastNumber ? number : null;
}

/** Returns the filter in the query parameters; ignores unknown values. */
export function commentFilterOf(parameters: URLSearchParams): CommentFilter {
  const recordingId = parameters.get('recording') ?? '';
  return {
    state: commentStates.find((state) => state === parameters.get('state')) ?? 'open',
    isMine: parameters.get('mine') === 'yes',
    recordingId: validate(recordingId) ? recordingId : null,
    version: numberIn(parameters.get('version')),
    page: numberIn(parameters.get('page')) ?? 1,
  };
}

/** Returns the query of a filter, with its question mark; empty without one. */
export function commentQueryOf({ state, isMine, recordingId, version, page }: CommentFilter): string {
  const parameters = new URLSearchParams();
  if (state !== 'open') parameters.set('state', state);
  if (isMine) parameters.set('mine', 'yes');
  if (recordingId) parameters.set('recording', recordingId);
  if (version) parameters.set('version', String(version));
  if (page > 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

export const commentPageSize = 100;

/** Returns the conditions for the comments of these files that a filter shows; replies are not listed. */
function conditionOf(fileIds: readonly string[], { state, isMine }: CommentFilter, person: Person) {
  const isCarried = sql`exists (select from carried_comments carried
    where carried.comment_id = ${fileComments.id} and ${inArray(sql`carried.file_id`, [...fileIds])})`;
  const mentioned = JSON.stringify([{ id: person.id }]);
  return and(
    isNull(fileComments.replyTo),
    or(inArray(fileComments.fileId, [...fileIds]), isCarried),
    state === 'all'
      ? undefined
      : state === 'open'
        ? isNull(fileComments.doneAt)
        : isNotNull(fileComments.doneAt),
    isMine
      ? or(eq(fileComments.authorId, person.id), sql`${fileComments.mentions} @> ${mentioned}::jsonb`)
      : undefined,
  );
}

/** The newest version that a comment was carried to. */
const newestPlace = (db: Db) =>
  db
    .select({
      fileId: carriedComments.fileId,
      atMs: carriedComments.atMs,
      untilMs: carriedComments.untilMs,
    })
    .from(carriedComments)
    .innerJoin(files, eq(files.id, carriedComments.fileId))
    .where(eq(carriedComments.commentId, fileComments.id))
    .orderBy(sql`${files.version} desc`)
    .limit(1)
    .as('newest');

/**
 * Returns a page of the comments of a project over all its files and versions, in the order in which they were written,
 * each at its place on the newest version that shows it. Null if the person may not see the project.
 */
export async function findProjectComments(
  db: Db,
  person: Person,
  projectId: string | undefined,
  filter: CommentFilter,
) {
  if (!validate(projectId)) return null;
  const [project] = await db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(and(eq(projects.id, projectId ?? ''), visibleTo(person)));
  if (!project) return null;
  const listed = await listProjectFiles(db, project.id);
  const recordings = recordingsIn(listed.filter(({ formatOf }) => formatOf === null));
  const fileIds = listed
    .filter(
      ({ recordingId, version }) =>
        (filter.recordingId === null || recordingId === filter.recordingId) &&
        (filter.version === null || version === filter.version),
    )
    .map(({ id }) => id);
  const condition = fileIds.length === 0 ? sql`false` : conditionOf(fileIds, filter, person);
  const newest = newestPlace(db);
  const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(fileComments).where(condition);
  const rows = await db
    .select({
      id: fileComments.id,
      fileId: sql<string>`coalesce(${newest.fileId}, ${fileComments.fileId})`,
      madeOn: fileComments.fileId,
      atMs: sql<number>`coalesce(${newest.atMs}, ${fileComments.atMs})`.mapWith(Number),
      untilMs: sql<number | null>`case when ${newest.fileId} is null then ${fileComments.untilMs}
        else ${newest.untilMs} end`,
      authorName: fileComments.authorName,
      sender: fileComments.sender,
      content: fileComments.content,
      madeAt: fileComments.madeAt,
      doneAt: fileComments.doneAt,
      replies:
        sql<number>`(select count(*) from file_comments reply where reply.reply_to = ${fileComments.id})`.mapWith(
          Number,
        ),
    })
    .from(fileComments)
    .leftJoinLateral(newest, sql`true`)
    .where(condition)
    .orderBy(asc(fileComments.madeAt), asc(fileComments.id))
    .limit(commentPageSize)
    .offset((filter.page - 1) * commentPageSize);
  const byId = new Map(listed.map((file) => [file.id, file]));
  const comments = rows.flatMap((row) => {
    const file = byId.get(row.fileId);
    const source = byId.get(row.madeOn);
    return file
      ? [{ ...row, file, madeOnVersion: source && source.id !== file.id ? source.version : null }]
      : [];
  });
  return { project, comments, total, recordings };
}

export type ProjectComments = NonNullable<Awaited<ReturnType<typeof findProjectComments>>>;
