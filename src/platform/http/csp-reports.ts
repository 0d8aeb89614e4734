import type { Log } from '../log.ts';

export type CspReports = {
  /** Takes one report body, of either of the two formats that browsers send. */
  take: (body: string) => void;
  count: () => number;
};

const loggedAtMost = 200;

type Report = { directive: string; blocked: string; page: string };
type Loose = Record<string, unknown>;

function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {};
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Where something came from, without what could be private in its path or query. */
function placeOf(value: unknown): string {
  const text = textOf(value);
  if (!URL.canParse(text)) return text.slice(0, 40);
  const { origin, protocol, pathname } = new URL(text);
  return origin === 'null' ? protocol : origin + pathname.slice(0, 100);
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
      directive: textOf(
        report['effectiveDirective'] ?? report['effective-directive'] ?? report['violated-directive'],
      ).slice(0, 60),
      blocked: placeOf(report['blockedURL'] ?? report['blocked-uri']),
      page: placeOf(report['documentURL'] ?? report['document-uri']),
    }))
    .filter(({ directive }) => directive !== '');
}

/** Counts what browsers refused under our policy, and logs the first of it: it is a bug of ours or an attack. */
export function createCspReports(log: Log): CspReports {
  let count = 0;
  return {
    take(body) {
      for (const report of reportsOf(body).slice(0, 20)) {
        count += 1;
        if (count <= loggedAtMost) log.warn('content security policy report', report);
      }
    },
    count: () => count,
  };
}
