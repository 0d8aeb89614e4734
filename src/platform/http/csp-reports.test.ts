import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createCspReports } from './csp-reports.ts';

const reportOf = (page: string, directive: unknown = 'img-src', blocked: unknown = 'inline') =>
  JSON.stringify([{ body: { effectiveDirective: directive, blockedURL: blocked, documentURL: page } }]);
const page = 'https://studio.example/production';

function reportsAt(time: { ms: number }, isTTY = false) {
  const lines: string[] = [];
  const clock = { now: () => new Date(time.ms) };
  const log = createLog({ sink: { write: (line) => lines.push(line), isTTY }, clock });
  return { lines, reports: createCspReports({ log, clock }) };
}

test('a flood of policy reports from one network does not suppress those of others', () => {
  const time = { ms: 0 };
  const { lines, reports } = reportsAt(time);
  for (let n = 0; n < 5000; n += 1) reports.take(reportOf(`https://studio.example/${n}`), '192.0.2.66');
  expect(lines).toHaveLength(10);
  reports.take(reportOf(page), '198.51.100.1');
  expect(lines).toHaveLength(11);
  expect(lines[10]).toContain('/production');
  expect(reports.count()).toBe(5001);
  time.ms = 600_000;
  reports.take(reportOf(page), '192.0.2.66');
  expect(lines.slice(11).map((line) => (JSON.parse(line) as Record<string, unknown>)['event'])).toEqual([
    'content security policy reports left out',
    'content security policy report',
  ]);
  expect(lines[11]).toContain('"reports":4990');
});

test('many networks at once do not fill the log or memory', () => {
  const time = { ms: 0 };
  const { lines, reports } = reportsAt(time);
  for (let n = 0; n < 2000; n += 1) reports.take(reportOf(page), `network ${n}`);
  expect(lines).toHaveLength(100);
  time.ms = 600_000;
  reports.take(reportOf(page), 'network 1999');
  expect(lines).toHaveLength(102);
});

test.each([true, false])(
  'no report writes an escape, a second line or a token (on a terminal: %s)',
  (isTTY) => {
    const { lines, reports } = reportsAt({ ms: 0 }, isTTY);
    const token = 'kR7LzitiETBpzG8R0JgrkYGyW8CwNfIAraj29ix_UCc';
    const evil = '\u001b[2J\u009b31m\n{"level":"error","event":"started"}\u202e';
    reports.take(reportOf(`https://studio.example/listen/${token}?a=b#${evil}`, 'img-src', evil), 'one');
    reports.take(reportOf(evil, 'img-src', `https://evil.example/${evil}`), 'two');
    reports.take(reportOf(page, evil), 'three');
    reports.take(reportOf(page, { toString: 'x' }), 'four');
    reports.take(evil, 'five');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(line).not.toMatch(/kR7L|"level":"error"/);
    }
  },
);
