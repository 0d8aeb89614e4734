import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { listeningGuests, listeningLinks, listeningVisits } from '../links/listening.table.ts';
import { isOpen } from '../links/open-link.ts';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs, minuteMs } from '#src/platform/durations.ts';
import { wideNetworkLimit } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { Entered } from './enter-link.ts';

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

const isAgain = (now: Date, lastAt: typeof listeningGuests.lastAt | typeof listeningVisits.lastAt) =>
  sql`case when ${lastAt} < ${new Date(now.getTime() - restMs).toISOString()}::timestamptz then 1 else 0 end`;

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

/** Locks the client of a link. Returns true if the link is still open. */
async function lockLink(tx: Db, now: Date, { link, project }: Browser['entered']): Promise<boolean> {
  if (!(await lockClient(tx, project.clientId))) return false;
  return (await tx.$count(listeningLinks, and(eq(listeningLinks.id, link.id), isOpen(now)))) > 0;
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

/** Stores a guest's name, or that the password was entered. Returns the guest's id, or null if the link has ended. */
export async function saveGuest(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { entered, browserHash, userAgent }: Omit<Browser, 'network'> & { readonly browserHash: string },
  changes: GuestChanges,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    if (!(await lockLink(tx, now, entered))) return null;
    return touchGuest(tx, now, { linkId: entered.link.id, tokenHash: browserHash, userAgent }, changes);
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
  const { guestId, fileId: heard, lastAt } = listeningVisits;
  const [before] =
    guest === null
      ? []
      : await db
          .select({ lastAt })
          .from(listeningVisits)
          .where(and(eq(guestId, guest.id), eq(heard, fileId)));
  if (before && now.getTime() - before.lastAt.getTime() < writeIntervalMs) return;
  const isKnown = guest !== null || (browserHash !== null && (await isWithinGuestLimits(services, browser)));
  const known = isKnown && browserHash !== null ? browserHash : sharedHash;
  await db.transaction(async (tx) => {
    if (!(await lockLink(tx, now, entered))) return;
    const by = { linkId: link.id, tokenHash: known, userAgent: known === sharedHash ? '' : userAgent };
    const id = await touchGuest(tx, now, by, {});
    await tx
      .insert(listeningVisits)
      .values({ guestId: id, fileId, visits: 1, firstAt: now, lastAt: now })
      .onConflictDoUpdate({
        target: [guestId, heard],
        set: { lastAt: now, visits: sql`${listeningVisits.visits} + ${isAgain(now, lastAt)}` },
      });
  });
}
