import words from '#content/listening.yaml';
import {
  fieldRefusal,
  refusal,
  type Action,
  type ActionInput,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { isPassword, isOpen, visibleFilesOf, type OpenLink } from '../links/open-link.ts';
import { writeComment } from '#src/features/review/player/review-actions.ts';
import { checkText } from '#src/workspace/form-checks.ts';
import { networkOf } from '#src/platform/client-address.ts';
import { isSecure } from '#src/platform/http/own-cookie.ts';
import { wideNetworkLimit } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { validate } from 'uuid';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import { createBrowserToken, type Entered, type GuestRequest } from './enter-link.ts';
import { saveGuest } from './save-guest.ts';
import { and, eq, sql } from 'drizzle-orm';
import { listeningLinks } from '../links/listening.table.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { files } from '#src/features/files/store/file.table.ts';
import type { Guest, Subject } from '#src/features/review/player/comments.ts';
import type { Clock } from '#src/platform/clock.ts';

/**
 * Matches, in a query of files, the file that the text is about: the file itself, or one that shows the comment that is
 * replied to or edited. Unless the link shows all comments, that has to be in a thread of the guest.
 */
const isAbout = (subject: Subject, guestId: string) =>
  'fileId' in subject
    ? eq(files.id, subject.fileId)
    : sql`exists (
        select from file_comments comment
        join file_comments thread on thread.id = coalesce(comment.reply_to, comment.id)
        where comment.id = ${subject.commentId}
          and (${listeningLinks.showsAllComments} or thread.guest_id = ${guestId})
          and (comment.file_id = "files"."id" or exists (
            select from carried_comments place where place.comment_id = thread.id and place.file_id = "files"."id"
          ))
      )`;

/**
 * Returns a named guest as a comment author. Writing requires that the link is open, allows comments, and covers the
 * subject.
 */
const guestAuthor = (
  { link, project: { clientId } }: OpenLink,
  { id, name }: { readonly id: string; readonly name: string },
  clock: Clock,
): Guest => ({
  id,
  name,
  role: 'guest',
  clientId,
  async lock(tx, subject) {
    const project = await lockProject(tx, link.projectId);
    const now = clock.now();
    const [found] = await tx
      .select({ id: files.id })
      .from(files)
      .innerJoin(listeningLinks, and(eq(listeningLinks.id, link.id), isOpen(now)))
      .where(
        and(
          listeningLinks.mayComment,
          isAbout(subject, id),
          visibleFilesOf({ linkId: link.id, guestId: id }, now).of,
        ),
      )
      .limit(1);
    return found ? project : null;
  },
});

const { errors } = words.guest;

const longestName = 100;

/** Limits per network, so that one holder of the link cannot use up the attempts of the others. */
const perNetwork = {
  // A whole jury may share one network.
  password: { limit: 40, windowMs: 15 * minuteMs },
  name: { limit: 60, windowMs: hourMs },
  comment: { limit: 60, windowMs: hourMs },
} as const;

/**
 * The most comments a day for one network and for all guests of a link. The team and the client read them all, and one
 * network must not use up the limit of the others.
 */
const commentsADay = { ofNetwork: 100, ofLink: 300 } as const;

type Counted = keyof typeof perNetwork;

type Refused = Extract<ActionOutcome, { ok: false }>;

/** A guest with a name, and the cookies that identify them. */
type Named = { readonly id: string; readonly name: string; readonly cookies: readonly string[] };

/** Returns the address of a link's page with this recording, at this anchor. */
const pageOf = (path: string, fileId: string, anchor: string) =>
  `${path}${validate(fileId) ? `?file=${fileId}` : ''}#${anchor}`;

/** Counts a guest's action for their network and for the link. Returns false above the limit. */
async function isWithinLimits(
  { db, rateLimiter }: Services,
  { linkId, network }: { readonly linkId: string; readonly network: string },
  what: Counted,
): Promise<boolean> {
  const name = `listening ${what} ${linkId}`;
  const limits = [wideNetworkLimit(network, { name, ...perNetwork[what] })];
  if (what === 'comment') {
    const { ofNetwork, ofLink } = commentsADay;
    limits.push(wideNetworkLimit(network, { name: `${name}, day`, limit: ofNetwork, windowMs: dayMs }), {
      name,
      subject: linkId,
      limit: ofLink,
      windowMs: dayMs,
    });
  }
  return (await rateLimiter.hit(db, limits)).ok;
}

/** Returns the action that takes the password and the name, if the link asks for them, and opens the page. */
function unlockOf({ request, locals }: GuestRequest, entered: Entered): Action {
  const { link, path, guest, missing } = entered;
  const limited = { linkId: link.id, network: networkOf(locals.client.address) };
  const userAgent = request.headers.get('user-agent') ?? '';

  /** Returns an error if the password is asked for and wrong. */
  async function checkPassword(services: Services, password: string): Promise<Refused | null> {
    if (link.passwordHash === null || !missing.includes('password')) return null;
    if (!(await isWithinLimits(services, limited, 'password')))
      return fieldRefusal('password', errors.tooManyPasswords, 429);
    const isRight = password.length <= 1000 && (await isPassword(password, link.passwordHash));
    return isRight ? null : fieldRefusal('password', errors.password);
  }

  async function checkName({ services, entries }: ActionInput): Promise<Refused | null> {
    if (!missing.includes('name')) return null;
    const wrong = checkText(entries, 'name', { max: longestName, isLine: true, missing: errors.name });
    if (wrong) return fieldRefusal('name', wrong.message);
    const isAllowed = await isWithinLimits(services, limited, 'name');
    return isAllowed ? null : fieldRefusal('name', errors.tooMany, 429);
  }

  return async (input) => {
    const { services, entries } = input;
    const { password = '', fileId = '', name = '' } = entries;
    if (!entered.isLocked) return { ok: true, next: path };
    const refused = (await checkName(input)) ?? (await checkPassword(services, password));
    if (refused) return refused;
    // What a password opens is bound to a new cookie; someone who only enters a name keeps theirs.
    const isNew = missing.includes('password') || entered.browserHash === null;
    const made = isNew ? createBrowserToken(path, isSecure(services.config, locals.client)) : null;
    const browserHash = made?.browserHash ?? entered.browserHash ?? '';
    const changes = {
      ...(link.passwordHash === null ? {} : { unlockedAt: guest?.unlockedAt ?? services.clock.now() }),
      ...(missing.includes('name') ? { name: name.trim() } : {}),
    };
    const isKept = await saveGuest(services, { entered, browserHash, userAgent }, changes);
    return isKept !== null
      ? { ok: true, next: pageOf(path, fileId, 'main'), cookies: made ? [made.cookie] : [] }
      : refusal(404, errors.ended);
  };
}

/** Returns the actions of a guest on the page of an open link, by name. */
export function guestActionsOf(asked: GuestRequest, entered: Entered) {
  const { request, locals } = asked;
  const { link, path, guest } = entered;
  const network = networkOf(locals.client.address);
  const userAgent = request.headers.get('user-agent') ?? '';

  const isAllowed = (services: Services, what: Counted) =>
    isWithinLimits(services, { linkId: link.id, network }, what);

  /** Stores the name in a guest's form, if there is one; otherwise uses the stored name. */
  async function nameGuest({ services, entries }: ActionInput): Promise<Named | Refused> {
    const { name } = entries;
    if (name === undefined && guest?.name) return { id: guest.id, name: guest.name, cookies: [] };
    const wrong = checkText(entries, 'name', { max: longestName, isLine: true, missing: errors.name });
    if (wrong) return fieldRefusal('name', wrong.message);
    if (!(await isAllowed(services, 'name'))) return fieldRefusal('name', errors.tooMany, 429);
    const isTls = isSecure(services.config, locals.client);
    const made = entered.browserHash === null ? createBrowserToken(path, isTls) : null;
    const browserHash = made?.browserHash ?? entered.browserHash ?? '';
    const given = (name ?? '').trim();
    const id = await saveGuest(services, { entered, browserHash, userAgent }, { name: given });
    if (id === null) return refusal(404, errors.ended);
    return { id, name: given, cookies: made ? [made.cookie] : [] };
  }

  const write = (what: keyof typeof writeComment): Action =>
    async function writeAsGuest(input: ActionInput) {
      const { services } = input;
      if (entered.isLocked || !link.mayComment) return refusal(404, errors.ended);
      const named = await nameGuest(input);
      if ('ok' in named) return named;
      if (!(await isAllowed(services, 'comment'))) return refusal(429, errors.tooMany);
      const author = guestAuthor(entered, named, services.clock);
      const toPage = (fileId: string, anchor: string) => pageOf(path, fileId, anchor);
      const writing = { author, projectId: link.projectId, pageOf: toPage };
      const written = await writeComment[what](input, writing);
      return written.ok ? { ...written, cookies: named.cookies } : written;
    };

  return {
    unlock: unlockOf(asked, entered),
    'add-comment': write('add-comment'),
    'reply-to-comment': write('reply-to-comment'),
    'edit-comment': write('edit-comment'),
  } satisfies Record<string, Action>;
}
