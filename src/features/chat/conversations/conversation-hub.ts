import { and, inArray, isNull, lt, or, asc, eq, gt } from 'drizzle-orm';
import { conversations, isEnd, lineChannel, conversationLines, type Line } from '../conversation.table.ts';
import {
  createStreamHub,
  createHubHolder,
  type HubServices,
  type Stream,
  type StreamHub,
} from '#src/features/notifications/events/stream-hub.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The most streams of one visitor: pages, tabs, and broken connections not noticed yet. */
const mostPerConversation = 6;

/** The most streams of one network, such as a school's, in this process. */
export const mostPerNetwork = 60;

/** A stream's conversation and the keyed hash of its visitor's network. */
type ConversationOwner = { readonly conversationId: string; readonly networkKey: string };

type Subscriber = Stream & ConversationOwner;

/** A stream and the number of the last line sent to it. */
type Following = { readonly subscriber: Subscriber; after: number; isDue: boolean; isReading: boolean };

/** Sends a stream its missing lines in order; ends it when the conversation ends. */
async function sendNewLines({ database, log }: HubServices, following: Following, isOpen: () => boolean) {
  if (following.isReading) return;
  following.isReading = true;
  const { subscriber } = following;
  try {
    while (following.isDue && isOpen()) {
      following.isDue = false;
      const { lines, isCut } = await readLines(database.db, subscriber.conversationId, following.after);
      const last = lines.at(-1);
      if (last) subscriber.write(lines.map(lineText).join(''));
      following.after = last?.seq ?? following.after;
      following.isDue ||= isCut;
      if (!isCut && last && isEnd(last.kind)) subscriber.end();
    }
  } catch (error) {
    // Nothing was sent: the next line or heartbeat retries.
    following.isDue = true;
    log.warn('could not read the lines of a conversation', { error: error as Error });
  } finally {
    following.isReading = false;
  }
}

/**
 * The shortest interval between recordings of a visitor's presence, precise enough to detect an absence of a day.
 */
const exactToMs = 600_000;

/** Records that visitors have a stream open; a locked row is skipped until the next time. */
export async function recordVisitors(db: Db, now: Date, ids: readonly string[]): Promise<void> {
  const { id, visitorSeenAt } = conversations;
  const isOld = or(isNull(visitorSeenAt), lt(visitorSeenAt, new Date(now.getTime() - exactToMs)));
  const unlocked = db
    .select({ id })
    .from(conversations)
    .where(and(inArray(id, [...ids]), isOld))
    .for('update', { skipLocked: true });
  await db.update(conversations).set({ visitorSeenAt: now }).where(inArray(id, unlocked));
}

/**
 * Streams lines to visitors: first those after the stream's last line, then each new one. A stream ends with its
 * conversation, and within a heartbeat of a deleted one. A heartbeat records which visitors are present.
 */
export async function createConversationHub(services: HubServices): Promise<StreamHub<ConversationOwner>> {
  const { database, clock } = services;
  const open = new Map<Subscriber, Following>();
  let latest: ReadonlyMap<string, number> = new Map();

  function wakeWhere(isWoken: (following: Following) => boolean): void {
    for (const following of open.values()) {
      if (!isWoken(following)) continue;
      following.isDue = true;
      void sendNewLines(services, following, () => open.has(following.subscriber));
    }
  }
  const rules = {
    name: 'conversations’',
    keyOf: ({ conversationId }: ConversationOwner) => conversationId,
    mostPerKey: mostPerConversation,
    isOldestReplaced: true,
    mayOpen: ({ networkKey }: ConversationOwner, streams: ReadonlySet<ConversationOwner>) =>
      [...streams].filter((stream) => stream.networkKey === networkKey).length < mostPerNetwork,
    async listGood(ids: readonly string[]) {
      await recordVisitors(database.db, clock.now(), ids);
      latest = await listLatestLines(database.db, ids);
      return new Set(latest.keys());
    },
    onOpened(subscriber: Subscriber) {
      open.set(subscriber, { subscriber, after: subscriber.after ?? 0, isDue: false, isReading: false });
      wakeWhere((following) => following.subscriber === subscriber);
    },
    onClosed: (subscriber: Subscriber) => void open.delete(subscriber),
    /** Detects lost database notifications. */
    async onBeat() {
      wakeWhere(({ subscriber, after }) => (latest.get(subscriber.conversationId) ?? 0) > after);
    },
  };
  return createStreamHub<ConversationOwner>(services, rules, () => ({
    [lineChannel]: {
      onPayload: (id) => wakeWhere(({ subscriber }) => subscriber.conversationId === id),
      onGap: () => wakeWhere(() => true),
    },
  }));
}

export const conversationHub = createHubHolder<ConversationOwner>('conversation-hub');

const batchSize = 100;

/** A line as sent to the visitor. */
export type SentLine = Pick<Line, 'seq' | 'writtenAs' | 'kind' | 'sender' | 'authorName' | 'content'> & {
  readonly atMs: number;
};

/** Returns the lines of a conversation after a number, in order, and whether there are more. */
async function readLines(
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

/** Formats a line as a server-sent event. */
const lineText = (line: SentLine): string =>
  `id: ${line.seq}\nevent: line\ndata: ${JSON.stringify(line)}\n\n`;

/** Returns the latest line numbers of the existing conversations among these, by id. */
async function listLatestLines(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { id, seq } = conversations;
  const rows = await db
    .select({ id, seq })
    .from(conversations)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.seq]));
}
