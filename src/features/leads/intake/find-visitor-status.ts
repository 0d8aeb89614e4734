import { eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { FormStatus } from '#src/features/leads/visitor-status.ts';
import { visitors } from './visitor.table.ts';

/** How far a visitor got by what this browser has sent; a guest where the browser is not known. */
export async function findVisitorStatus(db: Db, visitorId: string | null): Promise<FormStatus> {
  if (visitorId === null) return 'guest';
  const [visitor] = await db.select().from(visitors).where(eq(visitors.id, visitorId));
  return visitor?.status ?? 'guest';
}
