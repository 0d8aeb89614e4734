import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import words from '#content/forms.yaml';
import { readFormPost } from '../submissions/read-form.ts';
import { formNames } from '../form-names.ts';
import { leadsCsv, type LeadRecord } from './export-leads.ts';

const leadWith = (message: string): LeadRecord => ({
  id: 'lead',
  name: 'Runa',
  email: 'runa@halfmoon.example',
  status: 'lead',
  createdAt: '2026-11-21T10:00:00.000Z',
  held: false,
  followUpOn: null,
  followUpNote: '',
  submissions: [
    {
      id: 'submission',
      form: 'contact',
      form_source: 'contact_form',
      createdAt: '2026-11-21T10:00:00.000Z',
      held: false,
      fields: { name: 'Runa', email: 'runa@halfmoon.example', message },
    },
  ],
});

/** Parses a file as RFC 4180. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)/gy;
  for (let match = cell.exec(csv); match; match = cell.exec(csv)) {
    rows.at(-1)?.push((match[1] ?? '').replaceAll('""', '"'));
    if (match[2] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

function messageIn(csv: string): string | undefined {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const [head = [], row = [], ...others] = rowsOf(csv.slice(1));
  expect(others).toEqual([]);
  expect(row).toHaveLength(head.length);
  return row[head.indexOf('message')];
}

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\u200B＝1', '|cmd', '%0A=1'])(
  'a cell that a spreadsheet would run as a formula (%j) becomes text',
  (message) => {
    expect(messageIn(leadsCsv([leadWith(message)]))).toBe(`'${message}`);
  },
);

test('any other text round-trips unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const message = `x${text}`;
      expect(messageIn(leadsCsv([leadWith(message)]))).toBe(message);
    }),
  );
});

test.each(formNames)('every stored field of the form %s has its own column', (form) => {
  const hidden = ['_gotcha', '_subject', '_replyto', '_next', 'form_source'];
  const names = [...Object.keys(words[form].fields), ...hidden];
  const typed = {
    ...Object.fromEntries(names.map((name) => [name, `the ${name}`])),
    slot: '2026-11-23T09:00:00.000Z',
    time_zone: 'Asia/Kathmandu',
  };
  const read = readFormPost(form, {
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(new URLSearchParams(typed).toString()),
  });
  if (!read.ok) throw new Error(read.reason);
  const { entries } = read.post;
  expect(Object.keys(entries)).toEqual(expect.arrayContaining(names));
  if (form === 'discovery-call') expect(entries).toMatchObject({ slot: typed.slot });
  const { form_source = '', ...fields } = entries;
  const lead = leadWith('');
  const submissions = lead.submissions.map((one) => ({ ...one, form, form_source, fields: entries }));
  const [head = [], row = []] = rowsOf(leadsCsv([{ ...lead, submissions }]).slice(1));
  const cells = Object.fromEntries(head.map((name, index) => [name, row[index]]));
  expect(cells).toMatchObject({ ...fields, form_source });
});

test('a person has one line per submission', () => {
  const lead = leadWith('first');
  const csv = leadsCsv([{ ...lead, submissions: [...lead.submissions, ...lead.submissions] }]);
  expect(rowsOf(csv.slice(1))).toHaveLength(3);
});

test('the file has a header line, and each line has all fields of one submission', () => {
  const lead = leadWith('A short film.');
  const typed = { name: 'Runa V.', email: 'r@halfmoon.example', company: 'Halfmoon', timeline: 'Soon' };
  const [first] = lead.submissions;
  if (!first) throw new Error('No submission');
  const sent = { ...first, form: 'brief', form_source: 'home_brief', held: true, fields: typed } as const;
  const plain = { ...first, id: 'other', fields: {} };
  const csv = leadsCsv([{ ...lead, status: 'booked', submissions: [sent, plain] }]);
  const [head = [], ...rows] = rowsOf(csv.slice(1));
  expect(head.slice(0, 10)).toEqual([
    'lead_id',
    'name',
    'email',
    'status',
    'lead_created_at',
    'submission_id',
    'form',
    'form_source',
    'created_at',
    'held',
  ]);
  expect(new Set(head).size).toBe(head.length);
  const lines = rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])));
  const same = {
    lead_id: 'lead',
    status: 'booked',
    lead_created_at: lead.createdAt,
    created_at: first.createdAt,
  };
  expect(lines).toMatchObject([
    {
      ...same,
      ...typed,
      submission_id: 'submission',
      form: 'brief',
      form_source: 'home_brief',
      held: 'true',
      message: '',
    },
    {
      ...same,
      submission_id: 'other',
      name: 'Runa',
      email: 'runa@halfmoon.example',
      held: 'false',
      company: '',
    },
  ]);
});
