import type { SentLine } from '#src/features/conversations/streams/read-lines.ts';
import type { TeamStore } from './team-store.ts';
import { createRetry, type TeamHost } from './team-requests.ts';

const closed = 2;
/**
 * True if sending may work later: no server was reached, there was too much at once, or the server failed. Anything else is refused
 * for good.
 */
const isForNow = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Sends what was written, one line after the other, each until it is stored or refused. `onGone` is told why all of it was. */
export function createSender(store: TeamStore, host: TeamHost, onGone: (error?: string) => void) {
  let isSending = false;
  const retry = createRetry(() => void send());

  async function send(): Promise<void> {
    const record = store.read();
    const line = record?.unsent.find(({ state }) => state === 'sending' || state === 'late');
    if (!record || !line || isSending) return;
    isSending = true;
    const { token } = record;
    const { writtenAs, content } = line;
    const { status, error } = await host.post(`/chat/${token}/lines`, { written_as: writtenAs, content });
    isSending = false;
    if (isForNow(status)) {
      store.changeUnsent(token, (lines) =>
        lines.map((each) =>
          each.state === 'sending' || each.state === 'late' ? { ...each, state: 'late' } : each,
        ),
      );
      retry.later();
      return;
    }
    retry.wentWell();
    const state = status === 200 ? 'stored' : 'refused';
    store.changeUnsent(token, (lines) =>
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
  let source: ReturnType<TeamHost['openStream']> | null = null;
  const retry = createRetry(follow);

  function follow(): void {
    source?.close();
    source = null;
    const record = store.read();
    if (!record) return;
    const opened = host.openStream(`/chat/${record.token}/events?after=${record.after}`);
    source = opened;
    opened.addEventListener('line', ({ data }: MessageEvent<string>) => {
      if (source === opened) onLine(JSON.parse(data) as SentLine);
    });
    opened.addEventListener('open', retry.wentWell);
    // The browser comes back by itself, unless it was refused.
    opened.addEventListener('error', () => {
      if (source === opened && opened.readyState === closed) retry.later();
    });
  }
  return {
    open: () => {
      retry.wentWell();
      follow();
    },
    close: () => {
      retry.wentWell();
      source?.close();
      source = null;
    },
  };
}
