import { z } from 'zod';
import { template, text } from './text.schema.ts';

const range = template('from', 'to');

/** What changed at the places of comments. */
export const changesSchema = z.strictObject({
  unchanged: text,
  unknown: text,
  pending: text,
  gain: z.strictObject({ louder: template('db'), quieter: template('db') }),
  inRange: template('change', 'range'),
  range: z.strictObject({ hz: range, khz: range, both: range }),
  gone: text,
  cut: template('seconds'),
  added: template('seconds'),
  other: text,
  onlyWhole: template('change'),
  andWhole: template('change'),
  since: template('number'),
  in: template('number'),
  before: text,
  after: text,
  play: template('number'),
  untouched: z.strictObject({
    title: text,
    of: template('file', 'number'),
    proposed: template('file'),
    count: template('count', 'total'),
    one: template('count'),
    unsure: template('count'),
    waiting: template('count'),
    show: text,
    comment: template('author', 'time'),
    more: template('count'),
  }),
});
