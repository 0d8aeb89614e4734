import { execFileSync, spawnSync } from 'node:child_process';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { isInvitation } from '#src/platform/mail/mail-invitation.ts';
import { writeInvitation, type Invitation } from './invitation.ts';

const organizer = { name: 'The "Studio"', email: 'studio@studio.example' };
const attendee = { name: 'runa@halfmoon.example', email: 'runa@halfmoon.example' };

const hostile = [
  'A\r\nBEGIN:VALARM\r\nEND:VALARM',
  'x\nATTENDEE:mailto:victim@evil.example',
  // icalendar 4 misreads a backslash before an n or another backslash.
  String.raw`back\slash; semi, comma\x "quoted": colon`,
  'nul\0, bell\u0007, next line\u0085, delete\u007f, line\u2028separator',
  'ä'.repeat(120),
  '🎚️'.repeat(40),
  'عربى \u202e reversed',
  `${'x'.repeat(74)} y`,
  ':;,"=',
  ' leading and trailing ',
] as const;

/** Invitations of every kind, every other one with malicious texts. */
const invitations: Invitation[] = Array.from({ length: 2000 }, (_, n) => {
  const text = (m: number) => (n % 2 === 0 ? `Plain text ${n}` : `${hostile[(n + m) % hostile.length]} ${n}`);
  const startsAt = new Date(Date.UTC(2026, 9, 20, 0, n * 37));
  return {
    uid: `${n}-0@studio.example`,
    sequence: n % 11,
    method: n % 5 === 0 ? 'cancel' : 'request',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 30 * 60_000),
    writtenAt: new Date('2026-10-19T00:00:00Z'),
    title: text(0),
    description: text(1),
    location: n % 7 === 0 ? '' : text(2),
    organizer,
    attendee: { ...attendee, name: text(3) },
  };
});

/** Returns the expected parsed values of an event. */
const saidIn = (invitation: Invitation, leaves = (text: string) => text) => {
  const { uid, sequence, method, startsAt, endsAt, title, description, location } = invitation;
  const said = (text: string) => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ');
  return {
    method: method === 'cancel' ? 'CANCEL' : 'REQUEST',
    uid,
    sequence,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    texts: [title, description, location].map(said).map(leaves),
    people: [`mailto:${organizer.email}`, `mailto:${attendee.email}`],
  };
};

const asJson = `
import sys, json
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

const withIcalendar = `
import icalendar
def read(text):
    calendar = icalendar.Calendar.from_ical(text)
    parts = list(calendar.walk())
    assert [part.name for part in parts] == ['VCALENDAR', 'VEVENT'], parts
    event = parts[1]
    iso = lambda name: event[name].dt.strftime('%Y-%m-%dT%H:%M:%S.000Z')
    attendees = event['ATTENDEE']
    assert not isinstance(attendees, list)
    return dict(method=str(calendar['METHOD']), uid=str(event['UID']), sequence=int(event['SEQUENCE']), start=iso('DTSTART'),
        end=iso('DTEND'), texts=[str(event.get(name, '')) for name in ('SUMMARY', 'DESCRIPTION', 'LOCATION')],
        people=[str(event['ORGANIZER']), str(attendees)])
${asJson}`;

const withLibical = `
import gi
gi.require_version('ICalGLib', '3.0')
from gi.repository import ICalGLib
def read(text):
    calendar = ICalGLib.Component.new_from_string(text)
    kinds = ICalGLib.ComponentKind
    assert calendar.count_errors() == 0
    assert (calendar.count_components(kinds.ANY_COMPONENT), calendar.count_components(kinds.VEVENT_COMPONENT)) == (1, 1)
    event = calendar.get_first_component(kinds.VEVENT_COMPONENT)
    assert event.count_components(kinds.ANY_COMPONENT) == 0
    def iso(time):
        assert time.is_utc()
        return '%04d-%02d-%02dT%02d:%02d:%02d.000Z' % (time.get_year(), time.get_month(), time.get_day(), time.get_hour(),
            time.get_minute(), time.get_second())
    properties = ICalGLib.PropertyKind
    assert event.count_properties(properties.ATTENDEE_PROPERTY) == 1
    organizer = event.get_first_property(properties.ORGANIZER_PROPERTY).get_organizer()
    attendee = event.get_first_property(properties.ATTENDEE_PROPERTY).get_attendee()
    method = calendar.get_first_property(properties.METHOD_PROPERTY).get_value_as_string()
    return dict(method=method, uid=event.get_uid(), sequence=event.get_sequence(), start=iso(event.get_dtstart()),
        end=iso(event.get_dtend()), texts=[event.get_summary(), event.get_description() or '', event.get_location() or ''],
        people=[organizer, attendee])
${asJson}`;

/** Parsers packaged in Debian, each with its import. */
const parsers = [
  {
    name: 'python3-icalendar',
    imports: 'import icalendar',
    script: withIcalendar,
    leaves: (text: string) => text,
  },
  {
    name: 'libical (gir1.2-ical-3.0 and python3-gi)',
    imports: "import gi; gi.require_version('ICalGLib', '3.0')",
    script: withLibical,
    // It drops a space before a value.
    leaves: (text: string) => text.trimStart(),
  },
].map((parser) => ({
  ...parser,
  python: ['python3', '/usr/bin/python3'].find(
    (name) => spawnSync(name, ['-c', parser.imports]).status === 0,
  ),
}));

/** Returns the values that ical.js reads from an invitation. */
function readByIcalJs(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const [event, ...others] = calendar.getAllSubcomponents();
  const attendees = event?.getAllProperties('attendee') ?? [];
  expect([event?.name, others.length, event?.getAllSubcomponents().length, attendees.length]).toEqual([
    'vevent',
    0,
    0,
    1,
  ]);
  const valueOf = (name: string) => event?.getFirstPropertyValue(name);
  const isoOf = (name: string) => (valueOf(name) as ICAL.Time).toJSDate().toISOString();
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: valueOf('uid'),
    sequence: valueOf('sequence'),
    start: isoOf('dtstart'),
    end: isoOf('dtend'),
    texts: ['summary', 'description', 'location'].map((name) => valueOf(name) ?? ''),
    people: [valueOf('organizer'), valueOf('attendee')],
  };
}

describe('2,000 invitations', () => {
  test('have complete lines of at most 75 octets and one method', () => {
    for (const invitation of invitations) {
      const method = invitation.method === 'cancel' ? 'CANCEL' : 'REQUEST';
      expect(isInvitation({ method, content: writeInvitation(invitation) })).toBe(true);
    }
  });

  test('are read by ical.js as intended', () => {
    expect(invitations.map(writeInvitation).map(readByIcalJs)).toEqual(
      invitations.map((invitation) => saidIn(invitation)),
    );
  });

  for (const { name, python, script, leaves } of parsers)
    test.skipIf(python === undefined)(
      `are read by ${name} as they were meant (skipped where it is not installed)`,
      () => {
        const input = JSON.stringify(invitations.map(writeInvitation));
        const options = { input, maxBuffer: 64 * 2 ** 20, encoding: 'utf8' } as const;
        const read: unknown = JSON.parse(execFileSync(python ?? '', ['-c', script], options));
        expect(read).toEqual(invitations.map((invitation) => saidIn(invitation, leaves)));
      },
    );
});
