import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { captureConsole } from './capture-console.ts';
import { AccessEndedError } from './disconnect.ts';
import { createLog } from './log.ts';

test('a cut-off stream that Astro reports is logged as info, a failed one as an error', () => {
  const lines: string[] = [];
  const write = (level: string) => (_event: string) => void lines.push(level);
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  const target = { error: (..._said: unknown[]) => undefined } as unknown as Console;
  captureConsole(log, target, new EventEmitter());
  const report = 'There was an uncaught error in the middle of the stream while rendering %s.';
  target.error(report, '/portal/files/1', new AccessEndedError('The receiver has lost access'));
  target.error(report, '/portal/files/1', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  target.error(report, '/portal/files/1', Object.assign(new Error('read failed'), { code: 'EIO' }));
  target.error('query failed', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  expect(lines).toEqual(['info', 'info', 'error', 'error']);
});

test('logs console output of libraries without tokens, addresses and texts', () => {
  const lines: string[] = [];
  const log = createLog({ sink: { write: (line) => lines.push(line) }, clock: { now: () => new Date(0) } });
  const ignore = () => undefined;
  const target = { error: ignore, warn: ignore, info: ignore, log: ignore, debug: ignore, trace: ignore };
  const events = new EventEmitter();
  captureConsole(log, target, events);
  const secret = 'kR7LzitiETBpzG8R0JgrkYGyW8CwNfIAraj29ix_UCc';
  const said = target as Record<keyof typeof target, (...args: unknown[]) => void>;
  said.error(
    `Could not render http://a@b/sign-in/link?token=${secret}\nTypeError: Invalid URL\n    at file.js:1`,
  );
  said.error(new SyntaxError('Unexpected token \'R\', "Runa wrote" is not valid JSON'));
  said.log(`/listen/${secret} was asked for by runa@halfmoon.example`, { email: 'runa@halfmoon.example' });
  said.warn('a\u001b[2Jb');
  events.emit('warning', new Error('too many listeners'));
  events.emit('unhandledRejection', 'runa@halfmoon.example', Promise.resolve());
  expect(lines).toHaveLength(6);
  expect(lines.every((line) => line.endsWith('\n') && line.split('\n').length === 2)).toBe(true);
  expect(lines.join('')).not.toMatch(/kR7L|Runa|halfmoon/);
  expect(lines.join('')).not.toContain('\u001b');
  expect(lines[0]).toContain('Invalid URL');
  expect(lines[4]).toContain('too many listeners');
});
