import { eq, inArray, lt } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { signInLifeMs } from './sign-in-codes.ts';
import { signInRequests, type SignInReason } from './sign-in.table.ts';

export const signInMailQueue = 'sign-in-mail';

/** The job's data holds no address: it is looked up when the email is written, and erased with its person. */
export type SignInMail = { readonly requestId: string };

export type SignInRequest = typeof signInRequests.$inferSelect;

type Asked = {
  readonly emailKey: string;
  readonly reason: SignInReason;
  /** The path to continue to. */
  readonly next?: string | null;
  /** How long its code and link are valid; ten minutes by default. */
  readonly lifeMs?: number;
  /** When to send it; at once by default. */
  readonly startAfter?: Date;
};

/** Queues emails with a code and a link each, in the caller's transaction. */
export async function requestSignInMails(
  tx: Db,
  { jobs, now }: QueueMoment,
  all: readonly Asked[],
): Promise<void> {
  if (all.length === 0) return;
  const asked = all.map((one) => ({ ...one, id: uuidv7() }));
  const rows = asked.map(({ id, emailKey, reason, next = null, lifeMs = signInLifeMs }) => ({
    id,
    emailKey,
    reason,
    next,
    lifeMs,
    createdAt: now,
  }));
  await tx.insert(signInRequests).values(rows);
  await jobs.enqueue(
    tx,
    asked.map(({ id, startAfter }) => {
      const data: SignInMail = { requestId: id };
      return { queue: signInMailQueue, id, data, ...(startAfter ? { startAfter } : {}) };
    }),
  );
}

/** Queues the email with a code and a link, in the caller's transaction. */
export const requestSignInMail = (tx: Db, services: QueueMoment, asked: Asked): Promise<void> =>
  requestSignInMails(tx, services, [asked]);

/** Finds a request and locks it until the commit; null once it was handled or erased. */
export async function lockSignInRequest(tx: Db, id: string): Promise<SignInRequest | null> {
  const [request] = await tx.select().from(signInRequests).where(eq(signInRequests.id, id)).for('update');
  return request ?? null;
}

/** Deletes a request that was handled. */
export async function closeSignInRequest(tx: Db, id: string): Promise<void> {
  await tx.delete(signInRequests).where(eq(signInRequests.id, id));
}

/** Deletes the requests of these addresses. Waits for an email that is being written. */
export async function eraseSignInRequests(tx: Db, emailKeys: readonly string[]): Promise<void> {
  await tx.delete(signInRequests).where(inArray(signInRequests.emailKey, [...emailKeys]));
}

const keptMs = 7 * dayMs;

/** Deletes requests that are older than any job may retry. */
export async function pruneSignInRequests(db: Db, now: Date): Promise<void> {
  await db.delete(signInRequests).where(lt(signInRequests.createdAt, new Date(now.getTime() - keptMs)));
}
