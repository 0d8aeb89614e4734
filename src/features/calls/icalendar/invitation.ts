/** A call as a calendar event. */
export type Invitation = {
  /** The event's id, which stays the same when the call is moved. */
  readonly uid: string;
  /** The number of changes; calendars keep the version with the highest. */
  readonly sequence: number;
  /** `cancel` removes the call from calendars. */
  readonly method: 'request' | 'cancel';
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The time of writing (DTSTAMP). */
  readonly writtenAt: Date;
  readonly title: string;
  readonly description: string;
  /** The place of the call: an address, a telephone number or a link; empty if none is known. */
  readonly location: string;
  readonly organizer: { readonly name: string; readonly email: string };
  readonly attendee: { readonly name: string; readonly email: string };
};

/** The longest line in octets (RFC 5545, 3.1). */
const lineOctets = 75;

/** Escapes a text value (RFC 5545, 3.3.11), removing control characters other than line breaks. */
const textOf = (value: string) =>
  value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Quotes a parameter value, which cannot contain quotation marks (RFC 5545, 3.2). */
const quoted = (value: string) => `"${value.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', "'")}"`;

/** Formats an instant in UTC: some clients are an hour off with a zone that has no definition. */
const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Folds lines longer than 75 octets, never within a character. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > lineOctets) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}

const calendarOf = (lines: readonly string[]) =>
  `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Antinode//Calls//EN',
    'CALSCALE:GREGORIAN',
    ...lines,
    'END:VCALENDAR',
  ]
    .map(fold)
    .join('\r\n')}\r\n`;

/** Returns the event lines common to invitations and feeds. */
const linesOf = (call: Invitation) => [
  `UID:${textOf(call.uid)}`,
  `DTSTAMP:${utc(call.writtenAt)}`,
  `DTSTART:${utc(call.startsAt)}`,
  `DTEND:${utc(call.endsAt)}`,
  `SEQUENCE:${call.sequence}`,
  `STATUS:${call.method === 'cancel' ? 'CANCELLED' : 'CONFIRMED'}`,
  'TRANSP:OPAQUE',
  `SUMMARY:${textOf(call.title)}`,
  `DESCRIPTION:${textOf(call.description)}`,
  ...(call.location === '' ? [] : [`LOCATION:${textOf(call.location)}`]),
];

/** Writes a calendar feed with these calls. It requests no replies, since the emailed invitations do. */
export const writeCalendar = (name: string, calls: readonly Invitation[]): string =>
  calendarOf([
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...calls.flatMap((call) => ['BEGIN:VEVENT', ...linesOf(call), 'END:VEVENT']),
  ]);

/**
 * Writes an invitation as `text/calendar` (RFC 5545 and 5546) for email clients: a REQUEST or a CANCEL for one
 * attendee.
 */
export const writeInvitation = (call: Invitation): string =>
  calendarOf([
    `METHOD:${call.method === 'cancel' ? 'CANCEL' : 'REQUEST'}`,
    'BEGIN:VEVENT',
    ...linesOf(call),
    `ORGANIZER;CN=${quoted(call.organizer.name)}:mailto:${call.organizer.email}`,
    `ATTENDEE;CN=${quoted(call.attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${call.attendee.email}`,
    'END:VEVENT',
  ]);
