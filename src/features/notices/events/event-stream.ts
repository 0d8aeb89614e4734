import type { ClientEvent, EventBatch } from './read-events.ts';

/** One open page (or whoever else reads): where it is, and the way to it. */
export type EventReader = {
  readonly clientId: string;
  readonly sessionId: string;
  /** The last number that it has; null to begin with what happens from now on. */
  readonly after: number | null;
  /** Is it the client who looks? Then they count as present for as long as it is open. */
  readonly isPresence: boolean;
  readonly write: (text: string) => void;
  readonly end: () => void;
};

/** The first lines of a stream: how soon to come back when it breaks. */
export const opening = 'retry: 1000\n\n';

/** Keeps the connection from looking dead; no reader hears of it. */
export const heartbeat = ':\n\n';

const changeText = ({ seq, kind, projectId }: ClientEvent) =>
  `id: ${seq}\nevent: change\ndata: ${JSON.stringify({ kind, projectId })}\n\n`;

const resetText = (latest: number) => `id: ${latest}\nevent: reset\ndata: {}\n\n`;

/**
 * What a reader who has everything up to `after` is sent of a batch, and where they are then. Whoever cannot be given the very
 * next number (it was pruned, or never existed here) is told to start anew.
 */
export function nextFor(after: number | null, batch: EventBatch): { text: string; after: number | null } {
  const { events, latest, isCut } = batch;
  if (after === null) return { text: '', after: latest };
  const newer = events.filter(({ seq }) => seq > after);
  const [first] = newer;
  const last = newer.at(-1);
  if (!first || !last) return isCut || after === latest ? { text: '', after } : startAnew(latest);
  if (first.seq !== after + 1) return startAnew(latest);
  return { text: newer.map(changeText).join(''), after: last.seq };
}

const startAnew = (latest: number) => ({ text: resetText(latest), after: latest });
