import { and, asc, eq, isNotNull, isNull, or, getTableColumns, inArray } from 'drizzle-orm';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { conversationLines, conversations, type Conversation, type Line } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { createHmac } from 'node:crypto';
import { wideNetworkOf } from '#src/platform/client-address.ts';

export type FoundConversation = { readonly conversation: Conversation; readonly lines: readonly Line[] };

/**
 * Matches the conversation of a token: the browser's, or the emails' once their reader has confirmed to be the
 * writer.
 */
function isOpenedBy(token: string) {
  const hash = tokenHashOf(token);
  const isMailed = and(eq(conversations.mailTokenHash, hash), isNotNull(conversations.mailConfirmedAt));
  return or(eq(conversations.tokenHash, hash), isMailed);
}

/** Finds the conversation of a token, without its lines; null if there is none. */
export async function findOpened(
  db: Db,
  token: string,
): Promise<Pick<Conversation, 'id' | 'state' | 'seq'> | null> {
  const { id, state, seq } = conversations;
  const [found] = await db.select({ id, state, seq }).from(conversations).where(isOpenedBy(token));
  return found ?? null;
}

/** Finds the id of a token's conversation; null if there is none. */
export const findConversationId = async (db: Db, token: string): Promise<string | null> =>
  (await findOpened(db, token))?.id ?? null;

/** Finds the conversation of a token with its lines; null if there is none. */
export async function findConversation(db: Db, token: string): Promise<FoundConversation | null> {
  const [conversation] = await db.select().from(conversations).where(isOpenedBy(token));
  if (!conversation) return null;
  const { conversationId, seq } = conversationLines;
  const lines = await db
    .select()
    .from(conversationLines)
    .where(eq(conversationId, conversation.id))
    .orderBy(asc(seq));
  return { conversation, lines };
}

/** True if a token is from emails whose reader has not confirmed yet to be the writer. */
export const isUnconfirmed = async (db: Db, token: string): Promise<boolean> => {
  const { mailTokenHash, mailConfirmedAt } = conversations;
  const isAsked = and(eq(mailTokenHash, tokenHashOf(token)), isNull(mailConfirmedAt));
  return (await db.$count(conversations, isAsked)) > 0;
};

/**
 * Confirms that an email's reader is the writer, after which its token grants access. Returns false for an unknown
 * token. Idempotent.
 */
export async function confirmWriter(db: Db, now: Date, token: string): Promise<boolean> {
  const { id, mailTokenHash, mailConfirmedAt } = conversations;
  const isIt = eq(mailTokenHash, tokenHashOf(token));
  await db
    .update(conversations)
    .set({ mailConfirmedAt: now })
    .where(and(isIt, isNull(mailConfirmedAt)));
  return (await db.select({ id }).from(conversations).where(isIt)).length > 0;
}

/**
 * Returns the path of the conversation that contains a reply to a lead, with the emails' token; null if it is in
 * none.
 */
export async function findConversationPath(
  db: Db,
  secret: string,
  reply: { readonly id: string; readonly leadId: string },
): Promise<string | null> {
  const { conversationId, sender, writtenAs } = conversationLines;
  const isIt = and(eq(conversations.leadId, reply.leadId), eq(writtenAs, reply.id), eq(sender, 'team'));
  const [found] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(conversationLines, eq(conversationId, conversations.id))
    .where(and(isIt, isNotNull(conversations.mailTokenHash)));
  return found ? conversationPathOf(mailTokenOf(secret, found.id)) : null;
}

/** Returns the conversations of these leads with their lines, without tokens. */
export async function exportConversations(db: Db, leadIds: readonly string[]) {
  const {
    tokenHash: _token,
    mailTokenHash: _mailToken,
    askedAs: _askedAs,
    networkKey: _network,
    ...columns
  } = getTableColumns(conversations);
  const isTheirs = inArray(conversations.leadId, [...leadIds]);
  const ids = db.select({ id: conversations.id }).from(conversations).where(isTheirs);
  const { conversationId, seq } = conversationLines;
  return {
    conversations: await db.select(columns).from(conversations).where(isTheirs),
    conversationLines: await db
      .select()
      .from(conversationLines)
      .where(inArray(conversationId, ids))
      .orderBy(asc(conversationId), asc(seq)),
  };
}

const keyed = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url');

/**
 * Returns the token of a visitor's browser: 256 bits, derived from the conversation's id and the installation's
 * secret. Only its hash is stored.
 */
export const conversationTokenOf = (secret: string, conversationId: string): string =>
  keyed(secret, `conversation\n${conversationId}`);

/** Returns the token that is used only in emails; derived like the other one but different. */
export const mailTokenOf = (secret: string, conversationId: string): string =>
  keyed(secret, `mail of a conversation\n${conversationId}`);

/**
 * Returns a network as a keyed hash, recognisable but unreadable. A /48 has one key, since its owner may use
 * all of it.
 */
export const networkKeyOf = (secret: string, network: string): string =>
  keyed(secret, `network of a conversation\n${wideNetworkOf(network)}`);

/** Returns the path of a conversation's page. */
const conversationPathOf = (token: string): string => `/chat/${token}`;
