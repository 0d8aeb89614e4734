import type { SentLine } from '../conversations/conversation-hub.ts';
import type { Content } from '#content/schemas.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { readStored, teamKey, type ChatStorage } from './chat-storage.ts';
import type { Draft } from './chat.ts';

type Words = Content<'conversations'>['chat'];

/** A line of the visitor's that has not come back from the server yet. */
export interface PendingLine {
  readonly writtenAs: string;
  readonly content: string;
  /** `late` was tried in vain and is tried again; `stored` only waits to come back. */
  readonly state: 'sending' | 'late' | 'stored' | 'refused';
  /** Why it was refused. */
  readonly error?: string;
}

/** The name and address as typed. */
export type Address = { readonly name: string; readonly email: string };

/** What this browser has stored about its conversation with the team. */
export interface TeamRecord {
  /** Opens the conversation. */
  readonly token: string;
  readonly state: 'waiting' | 'live' | 'handed-back' | 'mailed';
  /** The name of the team member who has it. */
  readonly name: string;
  /** The number of the last line that is here. */
  readonly after: number;
  readonly pending: readonly PendingLine[];
  /**
   * Since when it waits for a person or for their answer, in milliseconds since the epoch; null if it does not wait, before anything
   * was written, or once the visitor was told that nobody has answered.
   */
  readonly waitsSinceMs: number | null;
  /** True if the visitor was told that no one has answered in time, and still no one has. */
  readonly isSlow: boolean;
  readonly isUnread: boolean;
  /** An address that is typed and not left yet. */
  readonly address?: Address | undefined;
}

/** The conversation with the team that this browser is in; null without one, or where it cannot be read. */
export function readRecord(storage: () => ChatStorage): TeamRecord | null {
  const kept = readStored(teamKey, storage) as TeamRecord | null;
  return typeof kept?.token === 'string' && Array.isArray(kept.pending) ? kept : null;
}

/** A conversation that was just begun. */
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

/** A conversation that was handed back, and whose visitor has asked for a person again. */
export const waitingRecord = (record: TeamRecord, now: number): TeamRecord => ({
  ...record,
  state: 'waiting',
  waitsSinceMs: now,
  isSlow: false,
});

/** Whether what the visitor writes goes to the team, and the assistant is silent. */
export const isWithTeam = (record: TeamRecord | null): record is TeamRecord =>
  record !== null &&
  (record.state !== 'handed-back' || record.pending.some(({ state }) => state !== 'refused'));

/** Returns the record with a line that has come. `isOpen` is true if the visitor sees it. */
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
  // A visitor who writes after the conversation was handed back waits for a person again.
  if (isOwn && record.state === 'handed-back') return waitingRecord(next, now);
  // It waits from its first line on; the member who has it may be away.
  if (isOwn && (record.state === 'live' || record.state === 'waiting') && !record.isSlow)
    return { ...next, waitsSinceMs: record.waitsSinceMs ?? now };
  return next;
}

/** A line as the chat shows it. */
export function messageOf(line: SentLine, words: Words): Draft {
  const { kind, sender, authorName, content, writtenAs, atMs } = line;
  const isOwn = sender === 'visitor';
  const name = authorName ?? '';
  const common = { line: writtenAs, timestamp: atMs };
  if (kind === 'text')
    return { ...common, sender: isOwn ? 'user' : 'team', message: content, ...(isOwn ? {} : { by: name }) };
  const said = {
    taken: words.taken,
    'handed-back': words.handedBack,
    ended: isOwn ? words.ended : words.endedByTeam,
    mailed: words.leftAddress,
    left: words.left,
  };
  return { ...common, sender: 'event', message: fill(wordsFor(said, kind, words.something), { name }) };
}
