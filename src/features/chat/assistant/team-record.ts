import type { SentLine } from '../conversations/conversation-hub.ts';
import type { Content } from '#content/schemas.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { readStored, teamKey, type ChatStorage } from './chat-storage.ts';
import type { Draft } from './chat.ts';

type Words = Content<'conversations'>['chat'];

/** A visitor's line that the stream has not confirmed yet. */
export interface PendingLine {
  readonly writtenAs: string;
  readonly content: string;
  /** `late` has failed and is retried; `stored` only awaits confirmation by the stream. */
  readonly state: 'sending' | 'late' | 'stored' | 'refused';
  /** Why it was refused. */
  readonly error?: string;
}

/** The name and address as typed. */
export type Address = { readonly name: string; readonly email: string };

/** The stored state of this browser's conversation with the team. */
export interface TeamRecord {
  /** Grants access to the conversation. */
  readonly token: string;
  readonly state: 'waiting' | 'live' | 'handed-back' | 'mailed';
  /** The name of the team member in the conversation. */
  readonly name: string;
  /** The number of the last received line. */
  readonly after: number;
  readonly pending: readonly PendingLine[];
  /**
   * Since when the visitor has waited for a person or their reply, in milliseconds since the epoch; null if they do
   * not wait, before their first line, or once they were told that nobody has replied.
   */
  readonly waitsSinceMs: number | null;
  /** True if the visitor was told that nobody has replied in time, and still nobody has. */
  readonly isSlow: boolean;
  readonly isUnread: boolean;
  /** An entered address that has not been sent yet. */
  readonly address?: Address | undefined;
}

/** Reads the stored conversation with the team; null if there is none or it cannot be read. */
export function readRecord(storage: () => ChatStorage): TeamRecord | null {
  const stored = readStored(teamKey, storage) as TeamRecord | null;
  return typeof stored?.token === 'string' && Array.isArray(stored.pending) ? stored : null;
}

/** Returns the record of a new conversation. */
export const newRecord = (token: string): TeamRecord => ({
  token,
  state: 'waiting',
  name: '',
  after: 0,
  pending: [],
  waitsSinceMs: null,
  isSlow: false,
  isUnread: false,
});

/** Returns the record of a returned conversation whose visitor has requested a person again. */
export const waitingRecord = (record: TeamRecord, now: number): TeamRecord => ({
  ...record,
  state: 'waiting',
  waitsSinceMs: now,
  isSlow: false,
});

/** True if the visitor's lines go to the team and the assistant is silent. */
export const isWithTeam = (record: TeamRecord | null): record is TeamRecord =>
  record !== null &&
  (record.state !== 'handed-back' || record.pending.some(({ state }) => state !== 'refused'));

/** Returns the record with a received line. `isOpen` is true if the visitor sees it. */
export function withLine(record: TeamRecord, line: SentLine, isOpen: boolean, now: number): TeamRecord {
  const { kind, sender, authorName, seq, writtenAs } = line;
  const isOwn = sender === 'visitor';
  const next = {
    ...record,
    ...(!isOwn && { waitsSinceMs: null, isSlow: false }),
    after: seq,
    pending: record.pending.filter((each) => each.writtenAs !== writtenAs),
    isUnread: record.isUnread || !(isOwn || isOpen),
  };
  if (kind === 'taken') return { ...next, state: 'live', name: authorName ?? '' };
  if (kind === 'mailed') return { ...next, state: 'mailed' };
  if (kind === 'handed-back') return { ...next, state: 'handed-back' };
  // A visitor who writes in a returned conversation waits for a person again.
  if (isOwn && record.state === 'handed-back') return waitingRecord(next, now);
  // The wait starts with the first line; the member may be away.
  if (isOwn && (record.state === 'live' || record.state === 'waiting') && !record.isSlow)
    return { ...next, waitsSinceMs: record.waitsSinceMs ?? now };
  return next;
}

/** Returns a line as a chat message. */
export function messageOf(line: SentLine, words: Words): Draft {
  const { kind, sender, authorName, content, writtenAs, atMs } = line;
  const isOwn = sender === 'visitor';
  const name = authorName ?? '';
  const common = { line: writtenAs, timestamp: atMs };
  if (kind === 'text')
    return { ...common, sender: isOwn ? 'user' : 'team', message: content, ...(isOwn ? {} : { by: name }) };
  const texts = {
    taken: words.taken,
    'handed-back': words.handedBack,
    ended: isOwn ? words.ended : words.endedByTeam,
    mailed: words.leftAddress,
    left: words.left,
  };
  return { ...common, sender: 'event', message: fill(wordsFor(texts, kind, words.something), { name }) };
}
