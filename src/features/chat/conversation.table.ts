import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';

const conversationStates = ['waiting', 'live', 'handed-back', 'ended', 'mailed'] as const;

/**
 * `waiting`: no team member has taken it yet; the team sees it from its first line on. `live`: a member has taken it, and the assistant is silent. `handed-back`: the
 * assistant answers again, and no member can take it until the visitor asks for a person again. `mailed`: the visitor has left
 * their address, and answers go by mail too.
 */
export type ConversationState = (typeof conversationStates)[number];

/** A visitor's conversation with the team. */
export const conversations = pgTable('conversations', {
  id: uuid().primaryKey(),
  /** Made by the browser that asked, so that a repeat begins no second one. */
  askedAs: uuid('asked_as').notNull().unique(),
  tokenHash: text('token_hash').notNull().unique(),
  /** The hash of the token in the mails with answers; null until the first mail is sent. */
  mailTokenHash: text('mail_token_hash').unique(),
  /** When a reader of such a mail confirmed that it was they who wrote; until then the mail's link opens nothing. */
  mailConfirmedAt: timestamp('mail_confirmed_at', { withTimezone: true }),
  leadId: uuid('lead_id').references(() => leads.id, { onDelete: 'cascade' }),
  /** The visitor's name and address, to which answers go by mail; null until they leave them. */
  name: text(),
  email: text(),
  state: text({ enum: conversationStates }).notNull(),
  /** The number of the latest line. */
  seq: integer().notNull().default(0),
  /** The team member who has taken it; null unless it is live. */
  takenBy: uuid('taken_by').references(() => people.id),
  takenByName: text('taken_by_name'),
  /** The network it was begun from, as a keyed hash. */
  networkKey: text('network_key').notNull(),
  isBlocked: boolean('is_blocked').notNull().default(false),
  begunAt: timestamp('begun_at', { withTimezone: true }).notNull(),
  /**
   * Since when the visitor waits for a team member, also while the member who has taken it has the desk closed; null if they do not
   * wait, and before they have written anything.
   */
  waitingSince: timestamp('waiting_since', { withTimezone: true }),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  /** When the visitor last had a stream of it open. */
  visitorSeenAt: timestamp('visitor_seen_at', { withTimezone: true }),
  /** The number of the latest line when the team last opened it; null if it never did. */
  seenSeq: integer('seen_seq'),
  /** The visitor's questions to the assistant before they asked for a person, the oldest first. */
  askedBefore: jsonb('asked_before').$type<readonly string[]>().notNull().default([]),
});

export type Conversation = typeof conversations.$inferSelect;

const lineKinds = ['text', 'taken', 'handed-back', 'ended', 'mailed', 'left'] as const;

/**
 * The lines of a conversation: what was said (`text`) and events in between, such as that the visitor `left`. Numbered from 1
 * without a gap.
 */
export const conversationLines = pgTable(
  'conversation_lines',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    /** An id made by the sender, so that a line that is sent twice is stored once. */
    writtenAs: uuid('written_as').notNull(),
    kind: text({ enum: lineKinds }).notNull(),
    sender: text({ enum: ['visitor', 'team'] }).notNull(),
    authorId: uuid('author_id').references(() => people.id),
    /** The name of the team member who wrote it; null for the visitor. */
    authorName: text('author_name'),
    /** Exactly as typed; empty for what is no text. */
    content: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (lines) => [
    primaryKey({ columns: [lines.conversationId, lines.seq] }),
    unique().on(lines.conversationId, lines.writtenAs),
  ],
);

/** Whether a line ends its conversation. */
export const isEnd = (kind: (typeof lineKinds)[number]): boolean => kind === 'ended' || kind === 'left';

/** A stored line. */
export type Line = typeof conversationLines.$inferSelect;

/** Whether each team member takes chats; a member without a row does not. */
export const chatMembers = pgTable('chat_members', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  takesChats: boolean('takes_chats').notNull(),
});

/** Networks from which no conversation can be begun, as keyed hashes. */
export const blockedNetworks = pgTable('blocked_networks', {
  networkKey: text('network_key').primaryKey(),
  blockedAt: timestamp('blocked_at', { withTimezone: true }).notNull(),
});

/** The database channel on which every process is told which conversation has a new line. */
export const lineChannel = 'conversation_lines';
