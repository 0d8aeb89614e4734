import { expect, test } from 'vitest';
import portal from '#content/portal.yaml';
import { fill } from '#src/platform/fill.ts';
import { greetingOf, waitingText } from './waiting-text.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const mix = { kind: 'audio', name: 'Tidewater_R3_mix_v2.wav' } as const;
const sketch = { kind: 'audio', name: 'Tidewater_sketch_B.wav' } as const;
const list = { kind: 'document', name: 'cue-list.pdf' } as const;

test('the greeting has the time of day and the first name', () => {
  const greetings = ['03:59', '04:00', '11:59', '12:00', '17:59', '18:00'].map((time) =>
    greetingOf(at(time), 'Runa Vestergaard'),
  );
  const { morning, afternoon, evening } = portal.greetings;
  const named = [evening, morning, morning, afternoon, afternoon, evening];
  expect(greetings).toEqual(named.map((greeting) => fill(greeting, { name: 'Runa' })));
  expect(greetingOf(at('09:00'), ' $& <b>')).toBe(fill(morning, { name: '$&' }));
});

test('one sentence lists each kind of waiting item, with numbers as words', () => {
  const textOf = (files: (typeof mix | typeof sketch | typeof list)[], invoiceCount = 0) =>
    waitingText({ files, fileCount: files.length, requestCount: 0, invoiceCount, permission: 'approve' });
  expect(textOf([])).toBe(portal.dashboard.none);
  expect(textOf([mix], 1)).toBe('A mix and an invoice are waiting for you.');
  expect(textOf([], 1)).toBe('An invoice is waiting for you.');
  expect(textOf([mix, sketch, list, mix], 2)).toBe(
    'Two mixes, a recording, a file and two invoices are waiting for you.',
  );
  expect(
    waitingText({ files: [mix], fileCount: 14, requestCount: 0, invoiceCount: 0, permission: 'approve' }),
  ).toBe('A mix and 13 files are waiting for you.');
});

test('listeners read that a colleague approves waiting files', () => {
  const textOf = (files: (typeof mix)[]) =>
    waitingText({ files, fileCount: files.length, requestCount: 0, invoiceCount: 0, permission: 'listen' });
  expect(textOf([mix])).toBe("A mix is waiting for a colleague's approval.");
  expect(textOf([mix, mix])).toBe("Two mixes are waiting for a colleague's approval.");
});

test('counts requests for files, for listeners only if no file is waiting for a colleague', () => {
  const textOf = (files: (typeof mix)[], permission: 'approve' | 'listen') =>
    waitingText({ files, fileCount: files.length, requestCount: 1, invoiceCount: 0, permission });
  expect(textOf([mix], 'approve')).toBe('A mix and a request for files are waiting for you.');
  expect(textOf([], 'listen')).toBe('A request for files is waiting for you.');
  expect(textOf([mix], 'listen')).toBe("A mix is waiting for a colleague's approval.");
});
