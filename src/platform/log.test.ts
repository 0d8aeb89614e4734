import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

function linesOf(use: (log: ReturnType<typeof createLog>) => void, isTTY = false): string[] {
  const lines: string[] = [];
  use(createLog({ sink: { write: (line) => lines.push(line), isTTY }, clock }));
  return lines;
}

test('an event is one JSON line', () => {
  const [line = ''] = linesOf((log) => log.info('mail sent', { attempt: 2, isHeld: false }));
  expect(line.endsWith('\n')).toBe(true);
  expect(JSON.parse(line)).toEqual({
    time: '2026-01-02T03:04:05.000Z',
    level: 'info',
    event: 'mail sent',
    attempt: 2,
    isHeld: false,
  });
});

test('addresses, passwords and tokens never reach the log, not even inside an error and its cause', () => {
  const cause = new Error('550 <ann@film.example> unknown');
  const error = new Error('could not reach smtp://me:hunter2@mail.example', { cause });
  const text = linesOf((log) => log.error('mail failed', { error, at: '/sign-in?token=abc&x=1' })).join('');
  for (const secret of ['ann', 'film.example', 'hunter2', 'abc']) expect(text).not.toContain(secret);
  expect(text).toContain('550');
});

test('a line break inside a value cannot forge a second line', () => {
  expect(linesOf((log) => log.info('x', { name: 'a\n{"level":"error"}' }))[0]?.split('\n')).toHaveLength(2);
});

test('a person at a terminal gets short lines', () => {
  expect(linesOf((log) => log.warn('slow', { ms: 12 }), true)).toEqual(['warn slow ms=12\n']);
});
