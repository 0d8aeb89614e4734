/** A call as calendars get to know it. */
export type Invitation = {
  /** The event's id, which stays the same however often the call is moved. */
  readonly uid: string;
  /** Counts what has changed: calendars keep the highest. */
  readonly sequence: number;
  /** `cancel` takes the call out of calendars. */
  readonly method: 'request' | 'cancel';
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** When this was written. */
  readonly writtenAt: Date;
  readonly title: string;
  readonly description: string;
  /** The place of the call: an address, a telephone number or a link; empty if none is known. */
  readonly location: string;
  readonly organizer: { readonly name: string; readonly email: string };
  readonly attendee: { readonly name: string; readonly email: string };
};

/** Octets of a line at most (RFC 5545, 3.1). */
const lineOctets = 75;

/** A text value (RFC 5545, 3.3.11); control characters other than line breaks are no part of one. */
const textOf = (value: string) =>
  value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** A parameter's value in quotation marks, which it cannot hold (RFC 5545, 3.2). */
const quoted = (value: string) => `"${value.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', "'")}"`;

/** A moment in UTC: clients are an hour off where a zone comes without its definition. */
const utc = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Lines longer than 75 octets go on in the next one, never within a character. */
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

/** The lines of a call that it has in every calendar. */
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

/** Writes a calendar to subscribe to, with these calls. It asks for no answers: the mailed invitations do. */
export const writeCalendar = (name: string, calls: readonly Invitation[]): string =>
  calendarOf([
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...calls.flatMap((call) => ['BEGIN:VEVENT', ...linesOf(call), 'END:VEVENT']),
  ]);

/**
 * An invitation as `text/calendar` (RFC 5545 and 5546), as mail programs need it: a REQUEST that they show with its answers, or
 * its CANCEL, of one attendee.
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
