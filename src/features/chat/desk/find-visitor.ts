import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { isClientOfLead } from '#src/features/accounts/people/clients.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf, mailAddressOf } from '#src/platform/mail/mail-address.ts';
import { conversationLines, conversations, type Conversation, type Line } from '../conversation.table.ts';
import type { FoundChat } from './find-chats.ts';

const mostPast = 10;

type Known = { readonly id: string; readonly name: string };

/** An earlier chat of the same lead, with the beginning of its first message. */
export type PastChat = Pick<Conversation, 'id' | 'begunAt'> & { readonly first: string | null };

/** What the team knows about a visitor. */
export type Visitor = {
  /** The latest address in the visitor's messages, which proves nothing about them; null if there is none. */
  readonly typedEmail: string | null;
  /** Their lead, or the lead with the typed address. */
  readonly lead: Known | null;
  /** The client of the lead, or with a person who has the address. */
  readonly client: Known | null;
  readonly past: readonly PastChat[];
};

/** Returns the latest email address in a visitor's messages; null if there is none. */
export function typedEmailOf(lines: readonly Pick<Line, 'sender' | 'content'>[]): string | null {
  const theirs = lines.filter(({ sender }) => sender === 'visitor').toReversed();
  const typed = theirs.flatMap(
    ({ content }) => content.match(/[^\s<>(),;:"]{1,64}@[^\s<>(),;:"@]{3,190}/g) ?? [],
  );
  const address = typed
    .map((text) => text.replace(/(?<![.!?])[.!?]+$/, ''))
    .find((text) => mailAddressOf(text) !== null);
  return address ?? null;
}

/** Lists a lead's other chats, latest first. */
async function listPast(db: Db, leadId: string, id: string): Promise<PastChat[]> {
  const { conversationId, kind, sender, seq, content } = conversationLines;
  const isFirst = and(eq(conversationId, conversations.id), eq(kind, 'text'), eq(sender, 'visitor'));
  const first = db
    .select({ content: sql<string>`left(${content}, 120)`.as('first') })
    .from(conversationLines)
    .where(isFirst)
    .orderBy(seq)
    .limit(1)
    .as('first_line');
  return db
    .select({ id: conversations.id, begunAt: conversations.begunAt, first: first.content })
    .from(conversations)
    .leftJoinLateral(first, sql`true`)
    .where(and(eq(conversations.leadId, leadId), ne(conversations.id, id)))
    .orderBy(desc(conversations.begunAt), desc(conversations.id))
    .limit(mostPast);
}

/** Finds what the team knows about the visitor of a chat. */
export async function findVisitor(db: Db, { conversation, lines }: FoundChat): Promise<Visitor> {
  const typedEmail = typedEmailOf(lines);
  const address = conversation.email ?? typedEmail;
  const key = address === null ? '' : emailKeyOf(address);
  const isLead = conversation.leadId === null ? eq(leads.emailKey, key) : eq(leads.id, conversation.leadId);
  const [lead = null] = await db.select({ id: leads.id, name: leads.name }).from(leads).where(isLead);
  const withAddress = db.select({ id: people.clientId }).from(people).where(eq(people.emailKey, key));
  const isClient = or(inArray(clients.id, withAddress), lead ? isClientOfLead(db, lead.id) : undefined);
  const [client = null] = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(and(isClient, isNull(clients.erasedAt)))
    .limit(1);
  return { typedEmail, lead, client, past: lead ? await listPast(db, lead.id, conversation.id) : [] };
}
