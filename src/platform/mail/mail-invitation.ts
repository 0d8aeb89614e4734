/** An invitation for calendars: a REQUEST for a new or changed meeting, or its CANCEL. */
export type MailInvitation = {
  method: 'REQUEST' | 'CANCEL';
  /** `text/calendar` of the same method (RFC 5546). */
  content: string;
};

/** The file name of an invitation. */
export const invitationFile = 'call.ics';

/**
 * Requires complete lines of at most 75 octets with the right method: programs ignore an invitation that they cannot
 * parse.
 */
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
