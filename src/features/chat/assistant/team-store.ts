import { storeKept, teamKey, type ChatStorage } from './chat-storage.ts';
import { readRecord, type TeamRecord, type Unsent } from './team-record.ts';

/** How long a visitor waits for a person, or for their answer, before they are asked for an address. */
export const waitMs = 90_000;

/** Holds a browser's conversation with the team. Calls `onSlow` if no member takes it, or answers, in time. */
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
  function show(next: TeamRecord | null): void {
    record = next;
    watchWait();
    for (const listener of listeners) listener();
  }
  function become(next: TeamRecord | null): void {
    storeKept(teamKey, next, storage);
    show(next);
  }
  watchWait();
  return {
    /** Returns the same object until something changes. */
    read: () => record,
    become,
    /** Takes over what another page of the browser has kept, or else this. */
    reread: (orElse: TeamRecord | null) => show(readRecord(storage) ?? orElse),
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
