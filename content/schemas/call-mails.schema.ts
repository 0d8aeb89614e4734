import { z } from 'zod';
import { template, text } from './text.schema.ts';

const subject = template('title', 'when');
const told = z.strictObject({ subject, heading: text, text });
const hostSubject = template('title', 'name', 'when');
const hostTold = z.strictObject({ subject: hostSubject, heading: text, text });

/** Emails about calls with a fixed time, to visitors and to the team members who hold them. */
export const callMailsSchema = z.strictObject({
  discovery: text,
  length: template('title', 'minutes'),
  labels: z.strictObject({
    what: text,
    yourClock: text,
    ourClock: text,
    theirClock: text,
    host: text,
    visitor: text,
    email: text,
    where: text,
    reason: text,
  }),
  noPlace: text,
  noHostPlace: text,
  greeting: text,
  greetingNamed: template('name'),
  signature: template('studio'),
  hostSignature: template('host', 'studio'),
  visitor: z.strictObject({
    event: template('title', 'studio'),
    offered: z.strictObject({
      subject: template('title'),
      heading: text,
      text: template('until'),
      take: template('when'),
      note: template('zone', 'ours', 'host'),
      noteSame: template('zone', 'host'),
      after: text,
    }),
    missed: z.strictObject({
      subject: template('title'),
      heading: text,
      before: template('when'),
      text: template('until'),
    }),
    booked: told,
    moved: told,
    cancelled: z.strictObject({
      subject,
      heading: text,
      byTeam: text,
      byVisitor: text,
      plain: text,
      text,
      restore: text,
      another: text,
    }),
    'reminder-day': told,
    'reminder-hour': told,
    change: text,
    file: text,
    reason: text,
    reasonArranged: text,
  }),
  host: z.strictObject({
    event: template('title', 'name'),
    calendar: template('studio'),
    unnamed: text,
    booked: hostTold,
    moved: hostTold,
    cancelled: z.strictObject({
      subject: hostSubject,
      heading: text,
      byTeam: text,
      byVisitor: text,
      handedOver: text,
      plain: text,
      text,
    }),
    gone: z.strictObject({ subject: template('when'), text }),
    call: text,
    lead: text,
    client: text,
  }),
});
