import type { SentLine } from '../streams/read-lines.ts';
import { createStreamFollower, growingPauseMs } from '#src/platform/follow-stream.client.ts';
import type { TeamHost } from './team-requests.ts';
import type { TeamStore } from './team-store.ts';

/**
 * True if sending may work later: no server was reached, there was too much at once, or the server failed. Anything else is refused
 * for good.
 */
const isForNow = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Sends what was written, one line after the other, each until it is stored or refused. `onGone` is told why all of it was. */
export function createSender(store: TeamStore, host: TeamHost, onGone: (error?: string) => void) {
  let isSending = false;
  let trying: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function send(): Promise<void> {
    const record = store.read();
    const line = record?.unsent.find(({ state }) => state === 'sending' || state === 'late');
    if (!record || !line || isSending) return;
    isSending = true;
    const { token } = record;
    const { writtenAs, content } = line;
    const { status, error } = await host.post(`/chat/${token}/lines`, { written_as: writtenAs, content });
    isSending = false;
    clearTimeout(trying);
    if (isForNow(status)) {
      store.changeUnsent(token, (lines) =>
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
