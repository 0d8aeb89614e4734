import { z } from 'zod';
import { counted, template, text } from './text.schema.ts';

/** The portal's texts about a client's uploads to the studio. */
export const projectSentSchema = z.strictObject({
  limitGb: z.number().positive(),
  mostFiles: z.int().positive(),
  title: text,
  table: text,
  columns: z.strictObject({ name: text, size: text, sent: text, state: text }),
  empty: text,
  by: template('day', 'name'),
  byYou: template('day'),
  hash: template('hash'),
  same: template('file'),
  fetched: template('day'),
  taken: text,
  waiting: text,
  withdraw: text,
  withdrawName: template('file'),
  withdrawText: text,
  withdrawSure: text,
  withdrawSureName: template('file'),
  notYours: text,
  withTeam: text,
  gone: text,
  older: counted,
  space: template('used', 'limit'),
  spent: text,
  /** Replaces the desk's texts for uploads. */
  upload: z.strictObject({ choose: text, chooseFolder: text, hint: text, noScript: text }),
  send: text,
  unsent: z.strictObject({
    none: text,
    size: text,
    name: text,
    room: text,
    space: text,
    many: text,
    open: text,
  }),
  refused: z.strictObject({ space: template('left', 'limit'), many: text, open: text }),
});
