import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

function linesOf(use: (log: ReturnType<typeof createLog>) => void, isTTY = false): string[] {
  const lines: string[] = [];
  use(createLog({ sink: { write: (line) => lines.push(line), isTTY }, clock }));
  return lines;
}

test('writes an event as one JSON line', () => {
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

test('logs a failed statement without its text and values', () => {
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "Runa wrote"'), {
    code: '22P02',
  });
  const statement = Object.assign(
    new Error('Failed query: insert into leads\nparams: Runa wrote', { cause: refused }),
    {
      query: 'insert into leads',
      params: ['Runa wrote'],
    },
  );
  const taken = Object.assign(new Error('duplicate key value violates unique constraint "leads_email_key"'), {
    code: '23505',
  });
  const unread = new SyntaxError('Unexpected token \'R\', "Runa wrote" is not valid JSON');
  const text = linesOf((log) =>
    [statement, taken, unread].forEach((error) => log.error('failed', { error })),
  ).join('');
  expect(text).not.toMatch(/Runa|insert into/);
  for (const kept of ['22P02', '23505', 'leads_email_key', 'SyntaxError', 'is not valid JSON'])
    expect(text).toContain(kept);
});

test('keeps ids, and removes tokens in paths and control characters', () => {
  const id = '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11';
  const path = `/desk/leads/${id} /listen/kR7LzitiETBpzG8R0JgrkYGyW8CwNfIAraj29ix_UCc`;
  for (const isTTY of [true, false]) {
    const [line = ''] = linesOf(
      (log) => log.warn('slow', { path, evil: '\u001b[2J\u009b31m\u202e\n' }),
      isTTY,
    );
    expect(line).toContain(id);
    expect(line.slice(0, -1)).not.toMatch(/kR7L|[\p{Cc}\p{Cf}]/u);
  }
  const [forged = ''] = linesOf((log) => log.warn('slow', { name: 'a level=error' }), true);
  expect(forged).toBe('warn slow name="a level=error"\n');
});

test('writes short lines to a terminal', () => {
  expect(linesOf((log) => log.warn('slow', { ms: 12 }), true)).toEqual(['warn slow ms=12\n']);
});
