import words from '#content/listening.yaml';
import { runAction, type RefusedAction } from '#src/features/accounts/access/action.ts';
import { commentDraftOf, shownFileOf } from '#src/features/review/player/review-request.ts';
import type { CommentDraft } from '#src/features/review/player/comment-form.tsx';
import {
  requestPreferredSound,
  storeSoundChoice,
  preferredSoundOf,
  type SoundQuality,
} from '#src/features/review/player/sound-quality.ts';
import { fill } from '#src/platform/fill.ts';
import { isSecure } from '#src/platform/http/own-cookie.ts';
import { wantsJson } from '#src/platform/http/wants-json.ts';
import { v4 as uuidv4 } from 'uuid';
import { enterLink, createBrowserToken, type Entered, type GuestRequest } from './enter-link.ts';
import { guestActionsOf } from './guest-actions.ts';
import { sql, type SQL } from 'drizzle-orm';
import { fileComments } from '#src/features/files/store/file.table.ts';
import { listProjectFiles, type ProjectFile } from '#src/features/files/list-project-files.ts';
import { titleOfEntry } from '../links/link-titles.ts';
import { listCoveredFiles } from './covered-files.ts';
import { recordOpen } from './save-guest.ts';
import { browserOf } from './serve-to-guest.ts';
import { findRecording, type FileComment, type Thread } from '#src/features/review/player/find-recording.ts';
import { mentionPartsOf } from '#src/features/review/player/mentions.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Hides mentioned names in a comment, except of people who have written here themselves. */
function withoutNames<Comment extends FileComment>(comment: Comment, writers: ReadonlySet<string>): Comment {
  const hidden = comment.mentions.filter(({ id }) => !writers.has(id));
  const parts = mentionPartsOf(comment.content, hidden);
  const content = parts.map(({ text, isMention }) => (isMention ? words.guest.somebody : text)).join('');
  const mentions = comment.mentions.filter(({ id }) => writers.has(id));
  return { ...comment, content, mentions, doneByName: null };
}

/** Returns the comments as guests see them. */
function forGuests(threads: readonly Thread[]): Thread[] {
  const all = threads.flatMap((thread) => [thread, ...thread.replies]);
  const writers = new Set(
    all.flatMap(({ authorId, sender }) => (authorId && sender !== 'guest' ? [authorId] : [])),
  );
  return threads.map((thread) => ({
    ...withoutNames(thread, writers),
    replies: thread.replies.map((reply) => withoutNames(reply, writers)),
  }));
}

/** Returns the covered files in order; those of a playlist are named by their titles only. */
async function listShownFiles(db: Db, now: Date, entered: Entered): Promise<ProjectFile[]> {
  const { link, project } = entered;
  const covered = await listCoveredFiles(db, now, entered);
  const all = await listProjectFiles(db, project.id);
  if (link.coversProject) {
    const ids = new Set(covered.map(({ id }) => id));
    return all.filter(({ id }) => ids.has(id));
  }
  const byId = new Map(all.map((file) => [file.id, file]));
  return covered.flatMap(({ id, title, isNewest }) => {
    const file = byId.get(id);
    if (!file) return [];
    const entry = isNewest
      ? { fileId: null, recordingId: file.recordingId, title }
      : { fileId: id, recordingId: null, title };
    return [{ ...file, name: titleOfEntry(all, entry), uploadNumber: 1, uploadCount: 1 }];
  });
}

/** Matches the comments that a guest sees: all, or those of their own threads. */
function seenComments({ link, guest }: Entered): SQL | undefined {
  if (link.showsAllComments) return undefined;
  if (guest === null) return sql`false`;
  return sql`exists (
    select from file_comments thread
    where thread.id = coalesce(${fileComments.replyTo}, ${fileComments.id}) and thread.guest_id = ${guest.id}
  )`;
}

/**
 * Finds the data of a link's page: the covered files, and the recording in the player. Returns null if the requested
 * file is not covered.
 */
async function findGuestPage(db: Db, now: Date, entered: Entered, fileId: string | null) {
  const { link } = entered;
  const files = await listShownFiles(db, now, entered);
  const shownId = fileId ?? (link.coversProject ? null : (files[0]?.id ?? null));
  const found = await findRecording(db, files, shownId, 'client', seenComments(entered));
  if (!found) return fileId === null ? { files, recording: null } : null;
  const recording = {
    ...found,
    rounds: null,
    // The page of a playlist links to the title that follows in its own order.
    next: link.coversProject ? found.next : null,
    readerNames: [],
    versions: found.versions.map((version) => ({ ...version, isApproved: false })),
    comments: link.mayComment ? forGuests(found.comments) : [],
  };
  return { files, recording };
}

export type GuestPage = NonNullable<Awaited<ReturnType<typeof findGuestPage>>>;

type Shown =
  | { readonly kind: 'ended' }
  | {
      readonly kind: 'locked';
      readonly fileId: string | null;
      readonly missing: Entered['missing'];
    }
  | {
      readonly kind: 'open';
      readonly entered: Entered;
      readonly page: GuestPage;
      readonly draft: CommentDraft;
      readonly sound: SoundQuality;
    };

/** The content of a link's page, with its status, cookie and title. */
export type ShownToGuest = Shown & {
  readonly status: number;
  readonly refused: RefusedAction | null;
  /** The title of the page and its preview. It names the project only if the link allows that. */
  readonly title: string;
  /** A Set-Cookie value. */
  readonly cookie: string | null;
};

const { guest: texts } = words;

const ended = {
  kind: 'ended',
  status: 404,
  refused: null,
  title: texts.title,
  cookie: null,
} as const;

/**
 * Answers a request for a file that the link does not cover, such as a replaced version. A visitor is redirected to
 * what the link covers now; a live refresh gets the ended page, and then reloads.
 */
function redirectToCoveredVersion(
  { request }: GuestRequest,
  fileId: string | null,
  path: string,
): Response | typeof ended {
  const isLed = request.method === 'GET' && fileId !== null && request.headers.get('x-refresh') !== 'live';
  return isLed ? new Response(null, { status: 303, headers: { location: path } }) : ended;
}

/** Answers a request for the page of a link with the content to render or a response. */
export async function openGuestPage(asked: GuestRequest): Promise<Response | ShownToGuest> {
  const { request, url, locals } = asked;
  const { services, client } = locals;
  const entered = await enterLink(asked);
  if (!entered) {
    if (request.method !== 'POST' || !wantsJson(request.headers.get('accept'))) return ended;
    return Response.json({ error: texts.errors.ended, errors: [] }, { status: 404 });
  }
  const chosen = storeSoundChoice(asked);
  if (chosen) return chosen;
  const refused = await runAction(asked, guestActionsOf(asked, entered));
  if (refused instanceof Response) return refused;
  const status = refused?.status ?? 200;
  const fileId = shownFileOf(url, refused);
  if (entered.isLocked)
    return {
      kind: 'locked',
      fileId,
      missing: entered.missing,
      status,
      refused,
      title: texts.title,
      cookie: null,
    };
  const page = await findGuestPage(services.db, services.clock.now(), entered, fileId);
  if (!page) return redirectToCoveredVersion(asked, fileId, entered.path);
  const sound = preferredSoundOf(asked);
  await requestPreferredSound(services, page.recording, sound);
  const { link, project, path } = entered;
  const isNamed = link.namesProject && link.passwordHash === null;
  // Without a cookie, listeners could not be distinguished.
  const made =
    entered.browserHash === null ? createBrowserToken(path, isSecure(services.config, client)) : null;
  const browserHash = made?.browserHash ?? entered.browserHash ?? '';
  const file = page.recording?.file;
  if (file && request.method === 'GET' && request.headers.get('x-refresh') !== 'live')
    await recordOpen(services, { ...browserOf(asked, entered), browserHash }, file.id).catch((error: Error) =>
      services.log.warn('recording a guest failed', { error }),
    );
  return {
    kind: 'open',
    entered,
    page,
    draft: commentDraftOf(url, refused, uuidv4()),
    sound,
    status,
    refused,
    title: isNamed ? fill(texts.namedTitle, { project: link.title ?? project.name }) : texts.title,
    cookie: made?.cookie ?? null,
  };
}
