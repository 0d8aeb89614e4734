import { and, asc, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import { fileComments, files } from '#src/features/recordings/files/file.table.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Marker } from './marker-files.ts';

const longestText = 200;

/** Who said it and what, on one line that every program can show. */
function lineOf(authorName: string, content: string): string {
  const line = `${authorName}: ${content}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > longestText ? `${characters.slice(0, longestText - 1).join('')}…` : line;
}

/** A recording with its comments that are not done as markers, in their order; null where there is no such recording. */
export async function findMarkers(db: Db, fileId: string | undefined) {
  if (!validate(fileId)) return null;
  const { name, storageKey, sizeBytes } = files;
  const [file] = await db
    .select({ name, storageKey, sizeBytes, measures: soundMeasurements.measures })
    .from(files)
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId ?? ''), eq(files.kind, 'audio')));
  if (!file) return null;
  const comments = await db
    .select({
      atMs: fileComments.atMs,
      authorName: fileComments.authorName,
      content: fileComments.content,
    })
    .from(fileComments)
    .where(and(eq(fileComments.fileId, fileId ?? ''), isNull(fileComments.doneAt)))
    .orderBy(asc(fileComments.atMs), asc(fileComments.madeAt), asc(fileComments.id));
  const markers: Marker[] = comments.map(({ atMs, authorName, content }) => ({
    atMs,
    text: lineOf(authorName, content),
  }));
  return { file, markers };
}

export type FoundMarkers = NonNullable<Awaited<ReturnType<typeof findMarkers>>>;
