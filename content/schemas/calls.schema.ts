import { z } from 'zod';
import { counted, template, text } from './text.schema.ts';

const chooser = z.strictObject({
  legend: text,
  moveLegend: text,
  none: text,
  zone: template('zone'),
  studio: template('place'),
  chosen: template('time'),
  count: counted,
  empty: template('days'),
  emptyMove: template('days'),
  zoneLabel: text,
  zoneHint: text,
  show: text,
  earlier: text,
  later: text,
  errors: z.strictObject({
    slot: text,
    time_zone: text,
    taken: text,
    gone: text,
  }),
});

const states = z.strictObject({
  booked: text,
  cancelled: text,
  cancelledByTeam: text,
  over: text,
  missed: text,
  lapsed: text,
});

const page = z.strictObject({
  kicker: text,
  titles: states,
  texts: states,
  reason: template('reason'),
  done: z.strictObject({ moved: text, restored: text }),
  visitorClock: text,
  hostClock: text,
  with: text,
  where: text,
  whereLater: text,
  what: text,
  minutes: template('minutes'),
  calendar: text,
  move: text,
  bookAnother: text,
  cancel: z.strictObject({
    title: text,
    sure: text,
    reason: text,
    button: text,
    errors: z.strictObject({ sure: text, tooLong: template('max'), characters: text }),
  }),
  replaced: z.strictObject({
    newTimes: z.strictObject({ text, label: text }),
    newCall: z.strictObject({ text: template('time'), label: text }),
  }),
  restore: z.strictObject({ text, button: text }),
  moving: z.strictObject({ title: text, now: template('time'), missing: text, button: text, back: text }),
  errors: z.strictObject({
    notBooked: text,
    taken: text,
    tooOften: template('email'),
    changed: text,
    invalid: text,
  }),
});

const offer = z.strictObject({
  title: text,
  text: template('until'),
  legend: text,
  button: text,
  other: text,
  titleLapsed: text,
  textLapsed: text,
  errors: z.strictObject({ choice: text, lapsed: text }),
});

export const callsSchema = z.strictObject({
  chooser,
  submission: z.strictObject({ time: text, visitorTime: text }),
  page,
  offer,
});
