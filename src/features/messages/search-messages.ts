import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import portal from '#content/portal.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { holdsText } from '#src/platform/database/holds-text.ts';
import type { Conversation } from './conversation.ts';
import { messages } from './message.table.ts';

/** How many messages a search shows. */
const mostFound = 50;

export type FoundMessage = Conversation & {
  readonly id: string;
  readonly authorName: string;
  readonly content: string;
  readonly sentAt: Date;
  readonly clientName: string;
  /** The name of the conversation. */
  readonly name: string;
};

export type MessageSearch = {
  readonly text: string;
  readonly found: readonly FoundMessage[];
  /** True if there are more than these. */
  readonly hasMore: boolean;
};

/**
 * Finds the latest messages that contain a text, without regard to case and accents: of one client, or of all. Null without a text.
 */
export async function searchMessages(
  db: Db,
  search: string,
  ofClient: string | null,
): Promise<MessageSearch | null> {
  const text = search.trim();
  if (text === '') return null;
  const clientId = sql<string>`coalesce(${projects.clientId}, ${messages.clientId})`;
  const { id, projectId, authorName, content, sentAt } = messages;
  const found = await db
    .select({
      id,
      projectId,
      clientId,
      authorName,
      content,
      sentAt,
      clientName: clients.name,
      name: sql<string>`coalesce(${projects.name}, ${portal.messages.general})`,
    })
    .from(messages)
    .leftJoin(projects, eq(projects.id, projectId))
    .innerJoin(clients, eq(clients.id, clientId))
    .where(
      and(
        holdsText(content, text),
        isNull(clients.erasedAt),
        ofClient === null ? undefined : or(eq(projects.clientId, ofClient), eq(messages.clientId, ofClient)),
      ),
    )
    .orderBy(desc(sentAt), desc(id))
    .limit(mostFound + 1);
  return { text, found: found.slice(0, mostFound), hasMore: found.length > mostFound };
}

/** How much of a text is shown before the place that was found, and after it. */
const shownBefore = 40;
const shownAfter = 120;

const foldedOf = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export type Excerpt = { readonly before: string; readonly match: string; readonly after: string };

/** Returns the place of a text with the searched words marked; the beginning if it is found only after folding further. */
export function excerptOf(content: string, search: string): Excerpt {
  const characters = [...content.replaceAll(/\s+/g, ' ')];
  const sought = foldedOf(search.trim().replaceAll(/\s+/g, ' '));
  // The folded text, and which character each of its units comes from.
  const origins: number[] = [];
  let folded = '';
  for (const [index, character] of characters.entries()) {
    const units = foldedOf(character);
    folded += units;
    for (let unit = 0; unit < units.length; unit += 1) origins.push(index);
  }
  const at = sought === '' ? -1 : folded.indexOf(sought);
  const start = at < 0 ? 0 : (origins[at] ?? 0);
  const end = at < 0 ? 0 : (origins[at + sought.length - 1] ?? 0) + 1;
  const from = Math.max(0, start - shownBefore);
  const to = Math.min(characters.length, end + shownAfter);
  return {
    before: `${from > 0 ? '…' : ''}${characters.slice(from, start).join('')}`,
    match: characters.slice(start, end).join(''),
    after: `${characters.slice(end, to).join('')}${to < characters.length ? '…' : ''}`,
  };
}
