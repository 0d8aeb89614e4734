import { describe, expect, test } from 'vitest';
import words from '#content/forms.yaml';
import { checkFields } from '#src/platform/check-fields.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { formNames, type FormName } from '../form-names.ts';
import { readFormPost, timeFields, wantedTimeOf, withoutIdleZone } from './read-form.ts';

type Offered = { readonly options?: readonly { readonly value: string }[] };

const person = { name: 'Runa', email: 'runa@studio.example' };
const contact = { ...person, message: 'A short film.' };

function problemsIn(form: FormName, fields: Record<string, string>) {
  const read = readFormPost(form, {
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(fields)),
  });
  if (!read.ok) throw new Error(read.reason);
  return read.post.problems;
}

const problemsOf = (changes: Record<string, string>, form: FormName = 'contact') =>
  problemsIn(form, { ...contact, ...changes });

describe('a form is accepted', () => {
  test.each(formNames)('with the fields of %s only', (form) => {
    expect(problemsOf({}, form)).toEqual([]);
  });

  test.each([
    ['name', 'x'.repeat(1000)],
    ['name', '🎹'.repeat(1000)],
    ['name', 'مريم  ‮אבג‬ 李'],
    ['company', 'x'.repeat(1000)],
    ['message', 'x'.repeat(20_000)],
    ['message', "'; drop table leads; --"],
    ['email', 'a@b.example'],
    ['email', "o'hara+brief@mail.studio.example"],
    ['email', 'runa@rødgrød.example'],
    ['email', `${'x'.repeat(242)}@abc.example`],
    ['service', 'Post-Production'],
    ['service', ''],
  ])('with %s %.20s', (field, value) => {
    expect(problemsOf({ [field]: value })).toEqual([]);
  });

  test.each(['', 'morning', 'afternoon', 'evening', 'flexible'])(
    'with preferred_time "%s"',
    (preferred_time) => {
      expect(problemsOf({ preferred_time }, 'discovery-call')).toEqual([]);
    },
  );
});

test.each([
  ['brief', 'project_type'],
  ['brief', 'timeline'],
  ['contact', 'service'],
] as const)('the form %s is accepted with each option of %s', (form, field) => {
  const fields = words[form].fields as Readonly<Record<string, Offered>>;
  const options = fields[field]?.options ?? [];
  expect(options.length).toBeGreaterThan(1);
  for (const { value } of options) expect(problemsOf({ [field]: value }, form), value).toEqual([]);
});

describe('a form is refused', () => {
  test.each([
    ['name', '', 'required'],
    ['name', ' \t\u00a0\u3000\u200b\u2800'.slice(0, 5), 'required'],
    ['name', 'x'.repeat(1001), 'too-long'],
    ['name', '🎹'.repeat(1001), 'too-long'],
    ['name', 'a\0b', 'characters'],
    ['name', 'a\ud800b', 'characters'],
    ['email', '', 'required'],
    ['email', 'marit@', 'email'],
    ['email', 'kay@example', 'email'],
    ['email', 'kay@example.', 'email'],
    ['email', 'kay@rødgrød', 'email'],
    ['email', 'a@b.example, c@d.example', 'email'],
    ['email', 'Runa <a@b.example>', 'email'],
    ['email', 'a b@c.example', 'email'],
    ['email', 'runa@-.example', 'email'],
    ['email', 'runa@rød grød.example', 'email'],
    ['email', 'x'.repeat(243) + '@abc.example', 'too-long'],
    ['company', 'x'.repeat(1001), 'too-long'],
    ['service', 'Catering', 'option'],
    ['message', ' \r\n ', 'required'],
    ['message', 'x'.repeat(20_001), 'too-long'],
  ])('for %s %.20j', (field, value, code) => {
    expect(problemsOf({ [field]: value })).toEqual([{ field, code }]);
  });

  test('for an address containing a line break', () => {
    const email = 'a@b.example\r\nBcc: c@d.example';
    expect(problemsOf({ email })).toEqual([{ field: 'email', code: 'invisible', before: 'a@b.example' }]);
  });

  test.each(formNames)('without a name and an address, as %s', (form) => {
    expect(problemsIn(form, {}).slice(0, 2)).toEqual([
      { field: 'name', code: 'required' },
      { field: 'email', code: 'required' },
    ]);
  });

  test.each([
    ['discovery-call', 'phone', 'x'.repeat(1001), 'too-long'],
    ['discovery-call', 'preferred_time', 'at night', 'option'],
    ['discovery-call', 'project_details', 'x'.repeat(20_001), 'too-long'],
    ['brief', 'project_type', 'Catering', 'option'],
    ['brief', 'timeline', 'Yesterday', 'option'],
    ['lead-capture', 'project', 'x'.repeat(20_001), 'too-long'],
    ['message', 'message', ' ', 'required'],
  ] as const)('as %s for %s %.20s', (form, field, value, code) => {
    expect(problemsOf({ [field]: value }, form)).toEqual([{ field, code }]);
  });

  test('with an invalid id', () => {
    expect(problemsOf({ submission_id: '7' })).toEqual([{ field: 'submission_id', code: 'uuid' }]);
  });

  test('with one error per field, in field order', () => {
    expect(problemsIn('contact', { service: 'Catering' })).toEqual([
      { field: 'name', code: 'required' },
      { field: 'email', code: 'required' },
      { field: 'service', code: 'option' },
      { field: 'message', code: 'required' },
    ]);
  });
});

const timeProblemsOf = (entries: Record<string, string>) => checkFields(timeFields, entries);

test.each([
  '',
  '2026-11-23T09:00Z',
  '2026-11-23T09:00:00Z',
  '2026-11-23T09:00:00.000Z',
  '2026-11-23T09:01:00.000Z',
  '2028-02-29T23:59Z',
])('accepts a time in the format of browsers: "%s"', (slot) => {
  expect(timeProblemsOf({ slot })).toEqual([]);
});

test.each([
  ' 2026-11-23T09:00Z',
  '2026-11-23T09:00Z ',
  '+002026-11-23T09:00Z',
  '26-11-23T09:00Z',
  '2026-1-23T09:00Z',
  '2026-11-3T09:00Z',
  '2026-11-23T9:00Z',
  '2026-11-23T09:0Z',
  '2026-11-23T09Z',
  '2026-11-23T09:00',
  '2026-11-23T09:00+01:00',
  '2026-11-23 09:00Z',
  '2026-11-23',
  '2026-11-23T09:00:0Z',
  '2026-11-23T09:00:00.0Z',
  '2026-11-23T09:00:00.0000Z',
  '2026-11-23T09:00:01Z',
  '2026-11-23T09:00:00.001Z',
  '2026-02-29T09:00Z',
  '2026-13-01T09:00Z',
  '2026-11-23T25:00Z',
  '2026-11-23T24:00Z',
])('rejects anything but a whole minute of an existing day: "%s"', (slot) => {
  expect(timeProblemsOf({ slot })).toEqual([{ field: 'slot', code: 'option' }]);
});

test('accepts a time zone from the list, or none', () => {
  for (const time_zone of ['', 'Asia/Kathmandu', 'Europe/Berlin'])
    expect(timeProblemsOf({ time_zone })).toEqual([]);
  for (const time_zone of ['Berlin', ' ', 'Mars/Olympus'])
    expect(timeProblemsOf({ time_zone })).toEqual([{ field: 'time_zone', code: 'option' }]);
});

test('drops a time zone without a time, and keeps that of a time', () => {
  const name = 'Runa';
  expect(withoutIdleZone({ name, time_zone: 'Asia/Kathmandu' })).toEqual({ name });
  expect(withoutIdleZone({ name, slot: '', time_zone: 'Asia/Kathmandu' })).toEqual({ name });
  const slot = '2026-11-23T09:00Z';
  expect(withoutIdleZone({ name, slot, time_zone: 'Asia/Kathmandu' })).toEqual({
    name,
    slot,
    time_zone: 'Asia/Kathmandu',
  });
  expect(withoutIdleZone({ name, slot })).toEqual({ name, slot, time_zone: '' });
});

test('uses the studio’s time zone for a time without one', () => {
  const slot = '2026-11-23T09:00Z';
  const startMs = Date.UTC(2026, 10, 23, 9);
  expect(wantedTimeOf({ slot, time_zone: 'Asia/Kathmandu' })).toEqual({
    startMs,
    timeZone: 'Asia/Kathmandu',
  });
  for (const entries of [{ slot }, { slot, time_zone: '' }])
    expect(wantedTimeOf(entries)).toEqual({ startMs, timeZone: studioCalendar.timeZone });
  for (const entries of [{}, { slot: '' }, { time_zone: 'Asia/Kathmandu' }])
    expect(wantedTimeOf(entries)).toBeNull();
});

test('stores a time zone named by its city under its IANA name', () => {
  const slot = '2026-11-23T09:00:00.000Z';
  const named = withoutIdleZone({ slot, time_zone: 'Lisbon, Portugal' });
  expect(named).toEqual({ slot, time_zone: 'Europe/Lisbon' });
  expect(timeProblemsOf(named)).toEqual([]);
  const unknown = withoutIdleZone({ slot, time_zone: 'Atlantis' });
  expect(timeProblemsOf(unknown)).toMatchObject([{ field: 'time_zone' }]);
});
