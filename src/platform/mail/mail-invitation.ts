/** An invitation for calendars: a REQUEST for a new or changed meeting, or its CANCEL. */
export type MailInvitation = {
  method: 'REQUEST' | 'CANCEL';
  /** `text/calendar` of the same method (RFC 5546). */
  content: string;
};

/** The name of an invitation's file. */
export const invitationFile = 'call.ics';

/** Whole lines of at most 75 octets, of its method and no other: programs show nothing of an invitation that they cannot read. */
export function isInvitation({ method, content }: MailInvitation): boolean {
  const lines = content.split('\r\n');
  const methods = lines.filter((line) => line.startsWith('METHOD:'));
  return (
    content.startsWith('BEGIN:VCALENDAR\r\n') &&
    content.endsWith('\r\nEND:VCALENDAR\r\n') &&
    methods.length === 1 &&
    methods[0] === `METHOD:${method}` &&
    lines.every((line) => Buffer.byteLength(line) <= 75 && !/(?!\t)\p{Cc}/u.test(line))
  );
}
