import { and, asc, eq, isNotNull, isNull, or, getTableColumns, inArray } from 'drizzle-orm';
import { tokenHashOf } from '#src/features/accounts/people/tokens.ts';
import { conversationLines, conversations, type Conversation, type Line } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { createHmac } from 'node:crypto';
import { wideNetworkOf } from '#src/platform/client-address.ts';

export type FoundConversation = { readonly conversation: Conversation; readonly lines: readonly Line[] };

/** The browser's token opens its conversation, and that of the mails once their reader has confirmed that it was they who wrote. */
function isOpenedBy(token: string) {
  const hash = tokenHashOf(token);
  const isMailed = and(eq(conversations.mailTokenHash, hash), isNotNull(conversations.mailConfirmedAt));
  return or(eq(conversations.tokenHash, hash), isMailed);
}

/** Finds the conversation that a token opens, without its lines; null if there is none. */
export async function findOpened(
  db: Db,
  token: string,
): Promise<Pick<Conversation, 'id' | 'state' | 'seq'> | null> {
  const { id, state, seq } = conversations;
  const [found] = await db.select({ id, state, seq }).from(conversations).where(isOpenedBy(token));
  return found ?? null;
}

/** The id of the conversation that a token opens; null where there is none. */
export const findConversationId = async (db: Db, token: string): Promise<string | null> =>
  (await findOpened(db, token))?.id ?? null;

/** The conversation that a token opens, with all that was said in it; null where there is none. */
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

/** True if a token is that of mails whose reader has not confirmed yet that they wrote. */
export const isUnconfirmed = async (db: Db, token: string): Promise<boolean> => {
  const { mailTokenHash, mailConfirmedAt } = conversations;
  const isAsked = and(eq(mailTokenHash, tokenHashOf(token)), isNull(mailConfirmedAt));
  return (await db.$count(conversations, isAsked)) > 0;
};

/** The reader of a mail says that it was they who wrote: its token opens the conversation from then on; false for another token. Doing it again changes nothing. */
export async function confirmWriter(db: Db, now: Date, token: string): Promise<boolean> {
  const { id, mailTokenHash, mailConfirmedAt } = conversations;
  const isIt = eq(mailTokenHash, tokenHashOf(token));
  await db
    .update(conversations)
    .set({ mailConfirmedAt: now })
    .where(and(isIt, isNull(mailConfirmedAt)));
  return (await db.select({ id }).from(conversations).where(isIt)).length > 0;
}

/** The page of the conversation in which a reply to a lead was said, by the token of its mail; null where it was not said in one. */
export async function findConversationPath(
  db: Db,
  secret: string,
  reply: { readonly id: string; readonly leadId: string },
): Promise<string | null> {
  const { conversationId, sender, writtenAs } = conversationLines;
  const isIt = and(eq(conversations.leadId, reply.leadId), eq(writtenAs, reply.id), eq(sender, 'team'));
  const [said] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(conversationLines, eq(conversationId, conversations.id))
    .where(and(isIt, isNotNull(conversations.mailTokenHash)));
  return said ? conversationPathOf(mailTokenOf(secret, said.id)) : null;
}

/** The conversations of these leads and what was said in them, without what would open one. */
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

/** The token by which a visitor's browser has their conversation: 256 bits, made of its id with the installation's secret. Its hash is stored. */
export const conversationTokenOf = (secret: string, conversationId: string): string =>
  keyed(secret, `conversation\n${conversationId}`);

/** The token that only the mails with answers hold; as the other one, and never the same. */
export const mailTokenOf = (secret: string, conversationId: string): string =>
  keyed(secret, `mail of a conversation\n${conversationId}`);

/** A network as it is stored: known again, and not to be read. All of a /48 has one key: whoever has one has all of it. */
export const networkKeyOf = (secret: string, network: string): string =>
  keyed(secret, `network of a conversation\n${wideNetworkOf(network)}`);

/** The page of a conversation. */
export const conversationPathOf = (token: string): string => `/chat/${token}`;
