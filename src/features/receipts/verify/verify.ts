import { and, asc, eq } from 'drizzle-orm';
import words from '#content/receipts.yaml';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { networkOf, type Origin } from '#src/platform/client-address.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import { networkLimits } from '#src/platform/limits/rate-limit.ts';
import type { Services } from '#src/platform/services/services.ts';
import { nameThen, projectThen } from '../find-approval.ts';

/** A published approval, with nothing else about its file or project. */
export type PublishedApproval = {
  readonly name: string;
  readonly project: string;
  readonly approvedBy: string;
  readonly approvedAt: Date;
};

/**
 * Returns the SHA-256 in a text, in lower case: the hash alone, or the output of a command that computes it. Null if there is none or
 * more than one.
 */
export function sha256In(text: string): string | null {
  const found = new Set(text.toLowerCase().match(/\b[\da-f]{64}\b/g));
  const [hash = null] = found.size === 1 ? found : [];
  return hash;
}

/** Returns the first published approval of exactly these bytes; null if there is none. */
async function findPublished(db: Db, sha256: string): Promise<PublishedApproval | null> {
  const { approvedByName: approvedBy, approvedAt } = fileApprovals;
  // Unpublished approvals are not in the index of this query, so that they take no other time than unknown bytes.
  const [found] = await db
    .select({ name: nameThen, project: projectThen, approvedBy, approvedAt })
    .from(fileApprovals)
    .innerJoin(files, eq(files.id, fileApprovals.fileId))
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(eq(fileApprovals.sha256, sha256), eq(fileApprovals.isPublished, true)))
    .orderBy(asc(approvedAt))
    .limit(1);
  return found ?? null;
}

/** Verifications of one network per minute. */
const limit = 60;

/** The answer to a text with a SHA-256. */
export type Answer =
  | { readonly kind: 'approved'; readonly sha256: string; readonly approval: PublishedApproval }
  | { readonly kind: 'unknown'; readonly sha256: string }
  /** The text has no SHA-256. */
  | { readonly kind: 'invalid'; readonly text: string }
  | { readonly kind: 'too-many'; readonly retryAfterS: number };

/** Looks up the SHA-256 in a text, and counts the attempt. An unpublished approval has the same answer as an unknown hash. */
export async function verify(
  { db, rateLimiter }: Pick<Services, 'db' | 'rateLimiter'>,
  { address }: Pick<Origin, 'address'>,
  text: string,
): Promise<Answer> {
  const sha256 = sha256In(text);
  if (sha256 === null) return { kind: 'invalid', text };
  const rule = { name: 'verify', limit, windowMs: minuteMs };
  const counted = await rateLimiter.hit(db, networkLimits(networkOf(address), rule));
  if (!counted.ok) return { kind: 'too-many', retryAfterS: counted.retryAfterS };
  const approval = await findPublished(db, sha256);
  return approval ? { kind: 'approved', sha256, approval } : { kind: 'unknown', sha256 };
}

/** Returns the status and headers of a response with this answer. */
export function answerInit(answer: Answer): {
  readonly status: number;
  readonly headers: Record<string, string>;
} {
  const statuses = { approved: 200, unknown: 404, invalid: 404, 'too-many': 429 } as const;
  const headers = answer.kind === 'too-many' ? { 'retry-after': String(answer.retryAfterS) } : undefined;
  return { status: statuses[answer.kind], headers: headers ?? {} };
}

/** Returns the message for too many attempts. */
export const tooManyText = (retryAfterS: number) =>
  fill(words.verify.tooMany, { seconds: String(retryAfterS) });

/** Returns an answer as JSON; for an unknown hash and for a text without one the same. */
export function answerAsJson(answer: Answer): Response {
  const init = answerInit(answer);
  if (answer.kind === 'too-many') return Response.json({ error: tooManyText(answer.retryAfterS) }, init);
  if (answer.kind !== 'approved') return Response.json({ approved: false }, init);
  const { name, project, approvedBy, approvedAt } = answer.approval;
  return Response.json({ approved: true, name, project, approvedBy, approvedAt }, init);
}
