import { and, eq, lte } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { FormName } from '../form-names.ts';
import { submissions } from '../submission.table.ts';

/** A submission as its mails need it. */
export type StoredSubmission = {
  readonly id: string;
  readonly leadId: string;
  readonly form: FormName;
  readonly formSource: string;
  readonly fields: Entries;
  readonly createdAt: Date;
  /** Which one of this person's submissions it is, counting from 1. */
  readonly number: number;
};

/** The submission with this id, or null when it was deleted. */
export async function findSubmission(db: Db, id: string): Promise<StoredSubmission | null> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (!row) return null;
  const { form, formSource, fields, createdAt, leadId } = row;
  const earlier = and(
    eq(submissions.leadId, leadId),
    eq(submissions.isHeld, false),
    lte(submissions.createdAt, createdAt),
  );
  const number = await db.$count(submissions, earlier);
  return { id, leadId, form, formSource, fields, createdAt, number };
}
