import { dayMs } from '#src/platform/durations.ts';

// Chats are stored in localStorage and outlive their tab, until they expire.

/** The key of the conversation with the assistant. */
export const chatKey = 'antinode:chat';

/** The key of the conversation with the team. */
export const teamKey = 'antinode:person';

/** How long a conversation is stored after its last change. */
export const storedForMs = dayMs;

/** The part of localStorage that a chat needs; access may throw if storage is blocked. */
export type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Stored = { readonly until: number; readonly value: unknown };

/** Returns the stored value of a key; null if there is none, it has expired or it cannot be read. */
export function readStored(key: string, storage: () => ChatStorage): unknown {
  try {
    const stored = JSON.parse(storage().getItem(key) ?? 'null') as Partial<Stored> | null;
    if (stored === null) return null;
    if (typeof stored.until === 'number' && stored.until > Date.now()) return stored.value ?? null;
    storage().removeItem(key);
    return null;
  } catch {
    return null;
  }
}

/** Stores a value under a key until it expires; null deletes it. */
export function writeStored(key: string, value: unknown, storage: () => ChatStorage): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify({ until: Date.now() + storedForMs, value } satisfies Stored));
  } catch {
    // If storage is blocked or full, the conversation lasts as long as the page.
  }
}
