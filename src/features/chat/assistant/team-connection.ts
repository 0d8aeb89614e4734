import { type Stream, createStreamFollower, growingPauseMs } from '#src/platform/follow-stream.client.ts';
import { postBody } from '#src/platform/post-body.client.ts';
import { writeStored, teamKey, type ChatStorage } from './chat-storage.ts';
import { readRecord, type TeamRecord, type PendingLine } from './team-record.ts';
import type { SentLine } from '../conversations/conversation-hub.ts';

/** What the server answered; `status` is 0 when nobody did, or something else. */
export interface TeamAnswer {
  readonly status: number;
  readonly begun?: boolean;
  /** Whether a team member is there. */
  readonly isOpen?: boolean;
  readonly token?: string;
  readonly error?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  /** When the team is back, as an ISO date. */
  readonly backAt?: string | null;
}

/** The parts of a browser that a conversation with the team needs; tests hand in their own. */
export interface TeamHost {
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<TeamAnswer>;
  /** Asks the server for something. */
  readonly get: (path: string) => Promise<TeamAnswer>;
  readonly openStream: (path: string) => Stream;
  readonly newId: () => string;
}

/** Posts one of the actions of `/chat/[token]` with its fields. Resolves to what was answered, whatever that is; nothing is thrown. */
export const postAction = (host: TeamHost, token: string, action: string, fields = {}): Promise<TeamAnswer> =>
  host.post(`/chat/${token}?do=${action}`, fields);

/** Posts a form to the server; goes through even when the page is left meanwhile. */
export async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<TeamAnswer> {
  const options = { timeoutMs: 15_000, keepalive: true };
  const { status, said } = await postBody<TeamAnswer>(path, new URLSearchParams(fields), options);
  return said ? { ...said, status } : { status: 0 };
}

/** Asks the server whether something is so; nothing is thrown. */
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
    writeStored(teamKey, next, storage);
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
    changePending(token: string, change: (lines: readonly PendingLine[]) => readonly PendingLine[]): void {
      if (record?.token === token) become({ ...record, pending: change(record.pending) });
    },
  };
}

export type TeamStore = ReturnType<typeof createTeamStore>;

/**
 * True if sending may work later: no server was reached, there was too much at once, or the server failed. Anything else is refused
 * for good.
 */
const isTemporary = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Sends what was written, one line after the other, each until it is stored or refused. `onGone` is told why all of it was. */
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

/** Follows the lines of the tab's conversation from the last that is here, through broken connections. */
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
