import { and, eq, exists, gt, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { listeningGuests, listeningLinks, listeningVisits } from '../links/listening.table.ts';
import { isOpen } from '../links/open-link.ts';
import { files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import { wideNetworkLimit } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { sightOf, type Entered } from './enter-link.ts';

/** A guest who returns after this long starts a new visit. */
const restMs = 30 * minuteMs;
/** The interval at which continued listening is recorded. */
const writeIntervalMs = minuteMs;

/** The shared record of browsers without a cookie, and of those above a link's daily limit. */
const sharedHash = '';

/** The browser that requests an open link. */
type Browser = {
  readonly entered: Pick<Entered, 'link' | 'project' | 'guest'>;
  readonly browserHash: string | null;
  readonly userAgent: string;
  readonly network: string;
};

/** 1 if this is the first time or a new visit, in an update of the row. */
const isAgain = (
  now: Date,
  lastAt: typeof listeningGuests.lastAt | typeof listeningVisits.lastAt | typeof listeningVisits.playedAt,
) =>
  sql`case when ${lastAt} is null or ${lastAt} < ${new Date(now.getTime() - restMs).toISOString()}::timestamptz
    then 1 else 0 end`;

type GuestChanges = Partial<Pick<typeof listeningGuests.$inferInsert, 'name' | 'unlockedAt'>>;

/**
 * Records that this browser uses the link and returns the guest's id, in the caller's transaction, which has locked the
 * client.
 */
async function touchGuest(
  tx: Db,
  now: Date,
  {
    linkId,
    tokenHash,
    userAgent,
  }: Pick<typeof listeningGuests.$inferInsert, 'linkId' | 'tokenHash' | 'userAgent'>,
  changes: GuestChanges,
): Promise<string> {
  const [guest] = await tx
    .insert(listeningGuests)
    .values({
      id: uuidv7(),
      linkId,
      tokenHash,
      userAgent: userAgent.slice(0, 300),
      ...changes,
      visits: 1,
      firstAt: now,
      lastAt: now,
    })
    .onConflictDoUpdate({
      target: [listeningGuests.linkId, listeningGuests.tokenHash],
      set: {
        ...changes,
        lastAt: now,
        visits: sql`${listeningGuests.visits} + ${isAgain(now, listeningGuests.lastAt)}`,
      },
    })
    .returning({ id: listeningGuests.id });
  if (!guest) throw new Error('Saving a guest returned no row');
  return guest.id;
}

/** Locks the client of a link. Returns true if the link is still open, with the same password. */
async function lockLink(tx: Db, now: Date, { link, project }: Browser['entered']): Promise<boolean> {
  if (!(await lockClient(tx, project.clientId))) return false;
  const isSame = sql`${listeningLinks.passwordHash} is not distinct from ${link.passwordHash}`;
  return (await tx.$count(listeningLinks, and(eq(listeningLinks.id, link.id), isOpen(now), isSame))) > 0;
}

/** Returns true if a link may have another guest; above the limit they are counted as one. */
async function isWithinGuestLimits(
  { db, rateLimiter }: Pick<Services, 'db' | 'rateLimiter'>,
  { entered: { link }, network }: Browser,
): Promise<boolean> {
  const name = `listening guests ${link.id}`;
  const ofLink = { name, subject: link.id, limit: 500, windowMs: 24 * hourMs };
  const ofNetwork = wideNetworkLimit(network, { name, limit: 60, windowMs: hourMs });
  return (await rateLimiter.hit(db, [ofNetwork, ofLink])).ok;
}

/**
 * Stores a guest's name, or that the password was entered. A known guest stays who they are, with the new cookie if it
 * changed. Returns the guest's id, or null if the link has ended.
 */
export async function saveGuest(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { entered, browserHash, userAgent }: Omit<Browser, 'network'> & { readonly browserHash: string },
  changes: GuestChanges,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    if (!(await lockLink(tx, now, entered))) return null;
    if (entered.guest !== null)
      await tx
        .update(listeningGuests)
        .set({ tokenHash: browserHash })
        .where(eq(listeningGuests.id, entered.guest.id));
    return touchGuest(tx, now, { linkId: entered.link.id, tokenHash: browserHash, userAgent }, changes);
  });
}

/** A program that fetches an address to show a preview of it. */
const isPreviewer = (userAgent: string) =>
  /bot|crawl|spider|preview|facebookexternalhit|whatsapp|slack|skype/i.test(userAgent);

/**
 * Records that a guest has the page of a file open. Opening it again within half an hour belongs to the same visit. Not
 * recorded of previews, nor beyond the link's limits, so that many requests store little.
 */
export async function recordOpen(
  services: Pick<Services, 'db' | 'clock' | 'rateLimiter'>,
  browser: Browser & { readonly browserHash: string },
  fileId: string,
): Promise<void> {
  const { db, clock } = services;
  const { entered, browserHash, userAgent } = browser;
  const { guest, link } = entered;
  if (isPreviewer(userAgent)) return;
  const now = clock.now();
  const { guestId, fileId: opened, lastAt } = listeningVisits;
  const [before] =
    guest === null
      ? []
      : await db
          .select({ lastAt })
          .from(listeningVisits)
          .where(and(eq(guestId, guest.id), eq(opened, fileId)));
  if (before && now.getTime() - before.lastAt.getTime() < writeIntervalMs) return;
  if (guest === null && !(await isWithinGuestLimits(services, browser))) return;
  await db.transaction(async (tx) => {
    if (!(await lockLink(tx, now, entered))) return;
    const id = await touchGuest(tx, now, { linkId: link.id, tokenHash: browserHash, userAgent }, {});
    await tx
      .insert(listeningVisits)
      .values({ guestId: id, fileId, opens: 1, visits: 0, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: [guestId, opened],
        set: { lastAt: now, opens: sql`${listeningVisits.opens} + ${isAgain(now, lastAt)}` },
      });
  });
}

/** Records that a guest listens to a file. Listening again within half an hour belongs to the same visit. */
export async function recordListening(
  services: Pick<Services, 'db' | 'clock' | 'rateLimiter'>,
  browser: Browser,
  fileId: string,
): Promise<void> {
  const { db, clock } = services;
  const { entered, browserHash, userAgent } = browser;
  const { guest, link } = entered;
  const now = clock.now();
  const { guestId, fileId: heard, playedAt } = listeningVisits;
  const [before] =
    guest === null
      ? []
      : await db
          .select({ playedAt })
          .from(listeningVisits)
          .where(and(eq(guestId, guest.id), eq(heard, fileId)));
  if (before?.playedAt && now.getTime() - before.playedAt.getTime() < writeIntervalMs) return;
  const isKnown = guest !== null || (browserHash !== null && (await isWithinGuestLimits(services, browser)));
  const known = isKnown && browserHash !== null ? browserHash : sharedHash;
  await db.transaction(async (tx) => {
    if (!(await lockLink(tx, now, entered))) return;
    const by = { linkId: link.id, tokenHash: known, userAgent: known === sharedHash ? '' : userAgent };
    const id = await touchGuest(tx, now, by, {});
    const played = { playedAt: now, lastAt: now };
    await tx
      .insert(listeningVisits)
      .values({ guestId: id, fileId, opens: 1, visits: 1, firstAt: now, ...played })
      .onConflictDoUpdate({
        target: [guestId, heard],
        set: { ...played, visits: sql`${listeningVisits.visits} + ${isAgain(now, playedAt)}` },
      });
  });
}

/** Adds the places that a guest's player has played to those of the file, if they are recorded as listening to it. */
export async function recordHeard(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  entered: Entered,
  fileId: string,
  { heard, stoppedMs }: { readonly heard: string; readonly stoppedMs: number },
): Promise<void> {
  const { guest } = entered;
  if (guest === null || !validate(fileId)) return;
  const now = clock.now();
  const isSeen = db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, fileId), sightOf(entered, now).of));
  await db
    .update(listeningVisits)
    .set({
      heard: sql`coalesce(${listeningVisits.heard}, repeat('0', 100)::bit(100)) | ${heard}::bit(100)`,
      stoppedMs: sql`least(${stoppedMs}::int, (select coalesce(duration_ms, ${dayMs}) from files where id = ${fileId}))`,
      lastAt: now,
    })
    .where(
      and(
        eq(listeningVisits.guestId, guest.id),
        eq(listeningVisits.fileId, fileId),
        gt(listeningVisits.visits, 0),
        exists(isSeen),
      ),
    );
}
