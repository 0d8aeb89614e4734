import { type Stream, createStreamFollower, growingPauseMs } from '#src/platform/follow-stream.client.ts';
import { postBody } from '#src/platform/post-body.client.ts';
import { writeStored, teamKey, type ChatStorage } from './chat-storage.ts';
import { readRecord, type TeamRecord, type PendingLine } from './team-record.ts';
import type { SentLine } from '../conversations/conversation-hub.ts';

/** A server response; `status` is 0 if there was none or it was invalid. */
export interface TeamAnswer {
  readonly status: number;
  readonly begun?: boolean;
  /** True if a team member is available. */
  readonly isOpen?: boolean;
  readonly token?: string;
  readonly error?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** The browser functions that a conversation needs; replaced in tests. */
export interface TeamHost {
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<TeamAnswer>;
  /** Sends a GET request. */
  readonly get: (path: string) => Promise<TeamAnswer>;
  readonly openStream: (path: string) => Stream;
  readonly newId: () => string;
}

/** Posts an action of `/chat/[token]`. Resolves to the response and never rejects. */
export const postAction = (host: TeamHost, token: string, action: string, fields = {}): Promise<TeamAnswer> =>
  host.post(`/chat/${token}?do=${action}`, fields);

/** Posts a form; completes even if the page is left. */
export async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<TeamAnswer> {
  const options = { timeoutMs: 15_000, keepalive: true };
  const { status, said } = await postBody<TeamAnswer>(path, new URLSearchParams(fields), options);
  return said ? { ...said, status } : { status: 0 };
}

/** Sends a GET request; never rejects. */
export async function getAnswer(path: string): Promise<TeamAnswer> {
  try {
    const answer = await fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(15_000),
    });
    return { ...((await answer.json()) as TeamAnswer), status: answer.status };
  } catch {
    return { status: 0 };
  }
}

/** How long a visitor waits for a person or a reply before they are asked for an address. */
export const waitMs = 90_000;

/** Stores a browser's conversation with the team. Calls `onSlow` if no member joins or replies in time. */
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
    writeStored(teamKey, next, storage);
    show(next);
  }
  watchWait();
  return {
    /** Returns the same object until something changes. */
    read: () => record,
    become,
    /** Loads what another page of the browser has stored, or else uses `orElse`. */
    reread: (orElse: TeamRecord | null) => show(readRecord(storage) ?? orElse),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes the pending lines if the tab is still in this conversation. */
    changePending(token: string, change: (lines: readonly PendingLine[]) => readonly PendingLine[]): void {
      if (record?.token === token) become({ ...record, pending: change(record.pending) });
    },
  };
}

export type TeamStore = ReturnType<typeof createTeamStore>;

/**
 * True if sending may succeed later: no response, a timeout, too many requests or a server error. Other statuses are
 * final.
 */
const isTemporary = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/**
 * Sends pending lines one at a time, each until it is stored or refused. Calls `onGone` if the conversation no longer
 * exists.
 */
export function createSender(store: TeamStore, host: TeamHost, onGone: (error?: string) => void) {
  let isSending = false;
  let trying: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function send(): Promise<void> {
    const record = store.read();
    const line = record?.pending.find(({ state }) => state === 'sending' || state === 'late');
    if (!record || !line || isSending) return;
    isSending = true;
    const { token } = record;
    const { writtenAs, content } = line;
    const { status, error } = await host.post(`/chat/${token}/lines`, { written_as: writtenAs, content });
    isSending = false;
    clearTimeout(trying);
    if (isTemporary(status)) {
      store.changePending(token, (lines) =>
        lines.map((each) =>
          each.state === 'sending' || each.state === 'late' ? { ...each, state: 'late' } : each,
        ),
      );
      trying = setTimeout(() => void send(), growingPauseMs(failures));
      failures += 1;
      return;
    }
    failures = 0;
    const state = status === 200 ? 'stored' : 'refused';
    store.changePending(token, (lines) =>
      lines.map((each) =>
        each.writtenAs === writtenAs ? { writtenAs, content, state, ...(error && { error }) } : each,
      ),
    );
    if (status === 404 && store.read()?.token === token) onGone(error);
    else await send();
  }
  return send;
}

/** Follows the conversation's lines after the last received one, reconnecting when needed. */
export function createFollower(store: TeamStore, host: TeamHost, onLine: (line: SentLine) => void) {
  const { open, close } = createStreamFollower({
    openStream() {
      const record = store.read();
      const stream = record && host.openStream(`/chat/${record.token}/events?after=${record.after}`);
      stream?.addEventListener('line', ({ data }: MessageEvent<string>) =>
        onLine(JSON.parse(data) as SentLine),
      );
      return stream;
    },
  });
  return {
    close,
    open(): void {
      close();
      open();
    },
  };
}
