import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { conversationLines, conversations, type Line } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const batchSize = 100;

/** A line as the visitor's page gets it. */
export type SentLine = Pick<Line, 'seq' | 'writtenAs' | 'kind' | 'sender' | 'authorName' | 'content'> & {
  readonly atMs: number;
};

/** The lines of a conversation after a number, in order, and whether there are more than this batch holds. */
export async function readLines(
  db: Db,
  conversationId: string,
  after: number,
): Promise<{ readonly lines: readonly SentLine[]; readonly isCut: boolean }> {
  const {
    conversationId: ofConversation,
    seq,
    writtenAs,
    kind,
    sender,
    authorName,
    content,
    at,
  } = conversationLines;
  const rows = await db
    .select({ seq, writtenAs, kind, sender, authorName, content, at })
    .from(conversationLines)
    .where(and(eq(ofConversation, conversationId), gt(seq, after)))
    .orderBy(asc(seq))
    .limit(batchSize);
  const lines = rows.map(({ at: moment, ...line }) => ({ ...line, atMs: moment.getTime() }));
  return { lines, isCut: rows.length === batchSize };
}

/** A line as a server-sent event. */
export const lineText = (line: SentLine): string =>
  `id: ${line.seq}\nevent: line\ndata: ${JSON.stringify(line)}\n\n`;

/** The numbers of the latest lines of those of these conversations that there still are, by id. */
export async function listLatestLines(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { id, seq } = conversations;
  const rows = await db
    .select({ id, seq })
    .from(conversations)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.seq]));
}
