import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

export type CspReports = {
  /** Takes one report body, of either of the two formats that browsers send, from a network. */
  take: (body: string, network: string) => void;
  count: () => number;
};

const windowMs = 600_000;
/** Lines of one network in a window: what one sender floods leaves room for everybody else. */
const linesPerNetwork = 10;
const networksLogged = 100;

type Report = { directive: string; blocked: string; page: string };
type Loose = Record<string, unknown>;

function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {};
}

/** A word of the policy (`img-src`, `inline`); empty for anything else, which may be private. */
const wordOf = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z-]{0,40}$/.test(value) ? value : '';

/** Older browsers write the whole directive. */
const firstWordOf = (value: unknown) => wordOf(typeof value === 'string' ? value.split(' ', 1)[0] : '');

/** The place that something came from, without what could be private in its path or query. */
function placeOf(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 2000) : '';
  if (!URL.canParse(text)) return wordOf(text);
  const { origin, protocol, pathname } = new URL(text);
  return origin === 'null' ? protocol.slice(0, 40) : origin.slice(0, 100) + pathname.slice(0, 100);
}

function reportsOf(body: string): Report[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const old = asObject(parsed)['csp-report'];
  const bodies = old === undefined ? [parsed].flat().map((report) => asObject(report)['body']) : [old];
  return bodies
    .map(asObject)
    .map((report) => ({
      directive: firstWordOf(
        report['effectiveDirective'] ?? report['effective-directive'] ?? report['violated-directive'],
      ),
      blocked: placeOf(report['blockedURL'] ?? report['blocked-uri']),
      page: placeOf(report['documentURL'] ?? report['document-uri']),
    }))
    .filter(({ directive }) => directive !== '');
}

/**
 * Counts what browsers refused under our policy, and logs the first of each network in each ten minutes: it is a bug of ours
 * or an attack. What was left out of the log is said, as a number, when the next window begins.
 */
export function createCspReports({ log, clock }: { log: Log; clock: Clock }): CspReports {
  let count = 0;
  let unlogged = 0;
  let endsMs = 0;
  const lines = new Map<string, number>();

  function turnWindow(nowMs: number): void {
    if (nowMs < endsMs) return;
    if (unlogged > 0) log.warn('content security policy reports left out', { reports: unlogged });
    unlogged = 0;
    lines.clear();
    endsMs = nowMs + windowMs;
  }

  /** May this network have another line? */
  function hasRoom(network: string): boolean {
    const written = lines.get(network);
    return written === undefined ? lines.size < networksLogged : written < linesPerNetwork;
  }

  return {
    take(body, network) {
      turnWindow(clock.now().getTime());
      // A flood is counted without being read.
      if (!hasRoom(network)) {
        count += 1;
        unlogged += 1;
        return;
      }
      for (const report of reportsOf(body).slice(0, 20)) {
        count += 1;
        if (!hasRoom(network)) {
          unlogged += 1;
          continue;
        }
        lines.set(network, (lines.get(network) ?? 0) + 1);
        log.warn('content security policy report', report);
      }
    },
    count: () => count,
  };
}
