import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import words from '#content/project.yaml';
import sound from '#content/sound.yaml';
import { projects } from '#src/features/projects/project.table.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import {
  byMoment,
  isCarriedTo,
  isShownOn,
  shownPlace,
  threadsOf,
} from '#src/features/files/shown-comments.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill } from '#src/platform/fill.ts';
import type { Marker } from './marker-files.ts';

const longestText = 200;

type Said = {
  readonly authorName: string;
  readonly sender: string;
  readonly content: string;
  readonly replyTo: string | null;
  readonly carriedFrom: number | null;
  readonly isCut: boolean;
  readonly isAligned: boolean;
};

/** Returns a note on the position of a comment from an older version; '' if none is needed. */
function placeNoteOf({ replyTo, carriedFrom, isCut, isAligned }: Said): string {
  if (replyTo !== null || carriedFrom === null || (isAligned && !isCut)) return '';
  return ` ${fill(isAligned ? sound.markers.cut : sound.markers.unchecked, { number: String(carriedFrom) })}`;
}

/** Returns a comment's author and text on one line. */
export const lineOf = (said: Said): string => {
  const { authorName, sender, content } = said;
  const name = sender === 'guest' ? fill(words.player.guest, { name: authorName }) : authorName;
  return `${name}: ${content}${placeNoteOf(said)}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
};

/** Returns a comment and its replies on one line that every program can show. */
function markerTextOf(comment: Said, replies: readonly Said[]): string {
  const characters = [...[comment, ...replies].map(lineOf).join(' / ')];
  return characters.length > longestText
    ? `${characters.slice(0, longestText - 1).join('')}…`
    : characters.join('');
}

/**
 * Returns a recording with its comments and replies in order, and its open comments in its range as markers; null if
 * the recording does not exist or is not visible to the person.
 */
export async function findMarkers(db: Db, sight: VisibleFiles, fileId: string | undefined) {
  if (!validate(fileId)) return null;
  const { name, mediaType, storageKey } = files;
  const { renditionKey, measures, picture } = soundMeasurements;
  const [file] = await db
    .select({ name, mediaType, storageKey, renditionKey, measures, picture })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(and(eq(files.id, fileId ?? ''), sight.of));
  if (!file || !isPlayed(file)) return null;
  const rows = await db
    .select({
      id: fileComments.id,
      replyTo: fileComments.replyTo,
      ...shownPlace,
      doneAt: fileComments.doneAt,
      authorName: fileComments.authorName,
      sender: fileComments.sender,
      content: fileComments.content,
    })
    .from(fileComments)
    .leftJoin(carriedComments, isCarriedTo(fileId ?? ''))
    .where(isShownOn(fileId ?? ''))
    .orderBy(...byMoment);
  const comments = threadsOf(rows);
  const markers: Marker[] = comments
    .filter(({ doneAt, isCut }) => doneAt === null && !isCut)
    .map(({ replies, ...comment }) => ({
      atMs: comment.atMs,
      untilMs: comment.untilMs,
      text: markerTextOf(comment, replies),
    }));
  return { file, comments, markers };
}

export type FoundMarkers = NonNullable<Awaited<ReturnType<typeof findMarkers>>>;
