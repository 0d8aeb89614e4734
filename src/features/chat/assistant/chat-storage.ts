import { dayMs } from '#src/platform/durations.ts';

// What a browser keeps of a chat, in localStorage: it outlives its tab, for a while.

/** The key of the conversation with the assistant. */
export const chatKey = 'antinode:chat';

/** The key of the conversation with the team. */
export const teamKey = 'antinode:person';

/** How long a conversation is kept after it last changed. */
export const storedForMs = dayMs;

/** The part of localStorage that a chat needs; getting it may throw if storage is blocked. */
export type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Kept = { readonly until: number; readonly value: unknown };

/** Reads what was stored under a key; null without anything, after its time, or where it cannot be read. */
export function readStored(key: string, storage: () => ChatStorage): unknown {
  try {
    const kept = JSON.parse(storage().getItem(key) ?? 'null') as Partial<Kept> | null;
    if (kept === null) return null;
    if (typeof kept.until === 'number' && kept.until > Date.now()) return kept.value ?? null;
    storage().removeItem(key);
    return null;
  } catch {
    return null;
  }
}

/** Stores something under a key until its time is over; null deletes it. */
export function writeStored(key: string, value: unknown, storage: () => ChatStorage): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify({ until: Date.now() + storedForMs, value } satisfies Kept));
  } catch {
    // Blocked or full: the conversation then lasts as long as the page.
  }
}
