import type { ChatStorage } from './chat.ts';
import { storeRecord, readRecord, type TeamRecord, type Unsent } from './team-record.ts';

/** How long a visitor waits for a person, or for their answer, before they are asked for an address. */
export const waitMs = 90_000;

/** Holds a tab's conversation with the team. Calls `onSlow` if no member takes it, or answers, in time. */
export function createTeamStore(storage: () => ChatStorage, onSlow: (record: TeamRecord) => void) {
  let record = readRecord(storage);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function watchWait(): void {
    clearTimeout(timer);
    const waiting = record;
    if ((waiting?.state !== 'waiting' && waiting?.state !== 'live') || waiting.waitsSinceMs === null) return;
    const leftMs = waiting.waitsSinceMs + waitMs - Date.now();
    timer = setTimeout(
      () => {
        become({ ...waiting, waitsSinceMs: null, isSlow: true });
        onSlow(waiting);
      },
      Math.max(0, leftMs),
    );
  }
  function become(next: TeamRecord | null): void {
    record = next;
    storeRecord(record, storage);
    watchWait();
    for (const listener of listeners) listener();
  }
  watchWait();
  return {
    /** Returns the same object until something changes. */
    read: () => record,
    become,
    /** Takes over what a later page of the tab has kept. */
    reread: () => become(readRecord(storage) ?? record),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes the lines that have not come back yet, where the tab is still in this conversation. */
    changeUnsent(token: string, change: (lines: readonly Unsent[]) => readonly Unsent[]): void {
      if (record?.token === token) become({ ...record, unsent: change(record.unsent) });
    },
  };
}

export type TeamStore = ReturnType<typeof createTeamStore>;
