import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, hourMs } from '#src/platform/durations.ts';
import { recordSecurityEvent, type Sender } from '../security-log/security-log.ts';
import { sessionLives } from './session.ts';
import { sessions, signInSettings } from './session.table.ts';

/** For how many days a device is trusted unless the studio sets another number. */
const usualTrustedDays = 14;

/** The most days for which a device can be trusted. */
export const mostTrustedDays = 30;

/** Returns for how many days a team member stays signed in on a trusted device; 0 if none can be trusted. */
export async function findTrustedDays(db: Db): Promise<number> {
  const [settings] = await db.select().from(signInSettings);
  return settings?.trustedDays ?? usualTrustedDays;
}

const hoursOf = (milliseconds: number) => sql`make_interval(hours => ${milliseconds / hourMs})`;

/**
 * Sets for how many days devices can be trusted and shortens the trust in those that are trusted already. Setting the
 * same number again changes nothing.
 */
export async function setTrustedDays(db: Db, now: Date, actor: Actor, days: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(signInSettings).values({ trustedDays: usualTrustedDays }).onConflictDoNothing();
    const [before] = await tx.select().from(signInSettings).for('update');
    if (before?.trustedDays === days) return;
    await tx.update(signInSettings).set({ trustedDays: days });
    const longest = days > 0 ? days * dayMs : sessionLives.team.longestMs;
    const until = sql`least(${sessions.expiresAt}, ${sessions.createdAt} + ${hoursOf(longest)})`;
    await tx
      .update(sessions)
      .set({ expiresAt: until, trustedUntil: days > 0 ? until : null })
      .where(isNotNull(sessions.trustedUntil));
    const details = { count: String(days) };
    await recordActivity(tx, now, actor, { kind: 'trusted-days-set', details });
  });
}

/**
 * Ends the trust in a device of this person: from now on its session lasts as long as any other. Returns false if they
 * have no such session on a trusted device.
 */
export async function endTrust(
  tx: Db,
  now: Date,
  sender: Sender,
  { personId, sessionId }: { readonly personId: string; readonly sessionId: string },
): Promise<boolean> {
  const latest = new Date(now.getTime() + sessionLives.team.longestMs).toISOString();
  const isIt = and(eq(sessions.id, sessionId), eq(sessions.personId, personId));
  const ended = await tx
    .update(sessions)
    .set({ trustedUntil: null, expiresAt: sql`least(${sessions.expiresAt}, ${latest}::timestamptz)` })
    .where(and(isIt, gt(sessions.trustedUntil, now)))
    .returning({ id: sessions.id });
  if (ended.length === 0) return false;
  await recordSecurityEvent(tx, now, sender, { kind: 'device-untrusted', personId });
  return true;
}
