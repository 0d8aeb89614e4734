import { setTimeout as wait } from 'node:timers/promises';
import { countByKind } from './crash-rounds.ts';
import { readPages } from './stored.ts';
import type { Project, ReadyStudio } from './studio.ts';
import { createWriter, type Heard, type Write, type WriterKind } from './writers.ts';

/** The writers, apart from uploads that take longer than a stopping server waits for requests. */
export const shortWriters: readonly WriterKind[] = ['form', 'form', 'message', 'upload', 'upload'];
export const allWriters: readonly WriterKind[] = [...shortWriters, 'long upload', 'long upload'];
const kinds = ['form', 'message', 'upload', 'approval'] as const;
const longestRecoveryMs = 60_000;
const openPages = 10;

/** The number of the latest event that a portal page shows. */
async function latestShown({ address, client }: ReadyStudio): Promise<number> {
  const answer = await fetch(new URL('/portal', address), { headers: { cookie: client } });
  return Number(/data-events-after="(\d+)"/.exec(await answer.text())?.[1] ?? Number.NaN);
}

/** The numbers of the events in a stream, as they arrive. */
async function* numbersIn(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const number = /^id: (\d+)$/.exec(line)?.[1];
      if (number !== undefined) yield Number(number);
    }
  }
}

/**
 * Keeps ten portal streams open, as open pages do: a broken stream is reopened after its last event, a second later.
 */
export async function openEventPages(studio: ReadyStudio) {
  const end = new AbortController();
  const first = await latestShown(studio);
  const last = Array.from({ length: openPages }, () => first);
  const counts = { reopened: 0, missed: 0 };

  async function follow(page: number): Promise<void> {
    const headers = {
      cookie: studio.client,
      accept: 'text/event-stream',
      'last-event-id': String(last[page]),
    };
    const url = new URL('/portal/events', studio.address);
    const answer = await fetch(url, { headers, signal: end.signal });
    if (!answer.ok || !answer.body) return;
    for await (const number of numbersIn(answer.body)) {
      // The events of a client are numbered without gaps.
      if (number > (last[page] ?? 0) + 1) counts.missed += 1;
      last[page] = Math.max(last[page] ?? 0, number);
    }
  }
  async function keepOpen(page: number): Promise<void> {
    while (!end.signal.aborted) {
      await follow(page).catch(() => undefined);
      if (end.signal.aborted) return;
      counts.reopened += 1;
      await wait(1000);
    }
  }
  const following = last.map((_number, page) => keepOpen(page));

  return {
    counts,
    /** Waits until every page shows the studio's current state. Returns the number of pages that do not in time. */
    async behind(withinMs: number): Promise<number> {
      const endMs = performance.now() + withinMs;
      const latest = await latestShown(studio);
      const late = () => last.filter((number) => !(number >= latest)).length;
      while (late() > 0 && performance.now() < endMs) await wait(50);
      return late();
    },
    async close(): Promise<void> {
      end.abort();
      await Promise.all(following);
    },
  };
}

/** The requests without a response, or with an error; null means no response. */
export type Failure = { readonly what: string; readonly status: number | null };

/** The requests that failed, and how long no write was acknowledged. */
function createTally() {
  let found = { asked: 0, failed: [] as Failure[], longestPauseMs: 0 };
  let lastAcknowledgedMs = performance.now();
  function hear(what: string, status: number | null): boolean {
    const isAnswered = status !== null && status < 400;
    found.asked += 1;
    if (!isAnswered) found.failed.push({ what, status });
    return isAnswered;
  }
  return {
    hear,
    hearWrite: ({ kind, status }: Heard): void => {
      if (!hear(kind, status)) return;
      const now = performance.now();
      found.longestPauseMs = Math.max(found.longestPauseMs, now - lastAcknowledgedMs);
      lastAcknowledgedMs = now;
    },
    /** Since the last call. */
    take: () => {
      const taken = found;
      found = { asked: 0, failed: [], longestPauseMs: 0 };
      return taken;
    },
  };
}

/** Writes to the studio and reads its pages until stopped; `working` throws if the servers refuse a request. */
export function createTraffic(studio: ReadyStudio, project: Project, writers: readonly WriterKind[]) {
  const writes: Write[] = [];
  const end = new AbortController();
  const { hear, hearWrite, take } = createTally();
  const where = { studio, project, hear: hearWrite };
  const working = Promise.all([
    ...writers.map((kind) => createWriter(kind, writes)(where, end.signal)),
    readPages(where, end.signal, hear),
  ]);
  const countAcknowledged = () => countByKind(writes.filter(({ isAcknowledged }) => isAcknowledged));

  return {
    writes,
    working,
    take,
    countAcknowledged,
    /** Waits until every kind of write was acknowledged twice more; false after a minute. Throws once stopped. */
    async untilAllAgain(): Promise<boolean> {
      const since = performance.now();
      const before = countAcknowledged();
      for (;;) {
        end.signal.throwIfAborted();
        const now = countAcknowledged();
        if (kinds.every((kind) => now[kind] > before[kind] + 1)) return true;
        if (performance.now() - since > longestRecoveryMs) return false;
        await wait(20);
      }
    },
    async stop(): Promise<void> {
      end.abort();
      await working;
    },
  };
}
