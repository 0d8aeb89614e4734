import { and, eq } from 'drizzle-orm';
import { randomToken, tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import type { RouteRequest } from '#src/features/accounts/access/action.ts';
import type { VisibleFiles } from '#src/features/files/serving/file-access.ts';
import { linkPathOf, findOpenLink, type OpenLink, visibleFilesOf, visitDays } from '../links/open-link.ts';
import { listeningGuests } from '../links/listening.table.ts';
import { isSecure, ownCookie } from '#src/platform/http/own-cookie.ts';

/** A request under a link's address. */
export type GuestRequest = RouteRequest<'services' | 'client' | 'session' | 'drained' | 'refused'>;

/** A browser that has used the link before. */
export type KnownGuest = Pick<typeof listeningGuests.$inferSelect, 'id' | 'name' | 'unlockedAt'>;

/** An open link and the browser that requests it. */
export type Entered = OpenLink & {
  /** The link's address, without the origin. */
  readonly path: `/listen/${string}`;
  /** The hash of the browser's cookie; null without one. */
  readonly browserHash: string | null;
  readonly guest: KnownGuest | null;
  /** What has to be entered first, in the order in which it is asked for. */
  readonly missing: readonly ('password' | 'name')[];
  /** True if anything is missing. */
  readonly isLocked: boolean;
};

/** Returns the files that the guest of an entered link can see; with `isDownload`, those that they can download. */
export const sightOf = ({ link, guest }: Entered, now: Date, isDownload = false): VisibleFiles =>
  visibleFilesOf({ linkId: link.id, guestId: guest?.id ?? null }, now, isDownload);

/** The cookie of one link; browsers send it to that address only. */
const cookieOf = (path: string) => ownCookie('antinode_guest', { path });

/** Creates a token for a browser: its hash, and the Set-Cookie value that keeps it as long as we store visits. */
export function createBrowserToken(path: string, isTls: boolean): { browserHash: string; cookie: string } {
  const token = randomToken();
  return { browserHash: tokenHashOf(token), cookie: cookieOf(path).set(token, visitDays * 86_400, isTls) };
}

/**
 * Finds the open link of an address and the browser that requests it. Returns null alike for an unknown, revoked or
 * expired link.
 */
export async function enterLink({ request, params, locals }: GuestRequest): Promise<Entered | null> {
  const { services, client } = locals;
  const { db, clock, config } = services;
  const { token = '' } = params;
  const open = await findOpenLink(db, clock.now(), token);
  if (!open) return null;
  const path = linkPathOf(token);
  const kept = cookieOf(path).in(request.headers.get('cookie'), isSecure(config, client));
  const browserHash = kept === null ? null : tokenHashOf(kept);
  const { id, name, unlockedAt, linkId, tokenHash } = listeningGuests;
  const [guest = null] =
    browserHash === null
      ? []
      : await db
          .select({ id, name, unlockedAt })
          .from(listeningGuests)
          .where(and(eq(linkId, open.link.id), eq(tokenHash, browserHash)));
  const missing = [
    ...(open.link.passwordHash !== null && !guest?.unlockedAt ? (['password'] as const) : []),
    ...(open.link.asksName && !guest?.name ? (['name'] as const) : []),
  ];
  return { ...open, path, browserHash, guest, missing, isLocked: missing.length > 0 };
}
