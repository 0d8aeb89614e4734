import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

export type CspReports = {
  /** Handles a report body in either of the two formats that browsers send. */
  take: (body: string, network: string) => void;
  count: () => number;
};

const windowMs = 600_000;
/** Log lines per network and window, so that one sender cannot suppress others. */
const linesPerNetwork = 10;
const networksLogged = 100;

type Report = { directive: string; blocked: string; page: string };
type Loose = Record<string, unknown>;

function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {};
}

/** Returns a keyword of the policy (`img-src`, `inline`); empty for anything else, which may be private. */
const wordOf = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z-]{0,40}$/.test(value) ? value : '';

/** Older browsers send the whole directive. */
const firstWordOf = (value: unknown) => wordOf(typeof value === 'string' ? value.split(' ', 1)[0] : '');

/** Returns the origin of a source, without its path and query, which may be private. */
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
 * Counts CSP violations, and logs the first ones of each network in each ten minutes: each is a bug or an attack. The
 * number of omitted reports is logged when the next window starts.
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

  /** Returns true if this network may log another line. */
  function hasRoom(network: string): boolean {
    const written = lines.get(network);
    return written === undefined ? lines.size < networksLogged : written < linesPerNetwork;
  }

  return {
    take(body, network) {
      turnWindow(clock.now().getTime());
      // Reports above the limit are counted without being parsed.
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
