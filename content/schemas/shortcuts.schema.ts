import { z } from 'zod';
import { text, textsOf } from './text.schema.ts';

export const shortcutsSchema = z.strictObject({
  title: text,
  link: text,
  about: text,
  use: text,
  close: text,
  followedBy: text,
  groups: textsOf('anywhere', 'go', 'lists', 'player'),
  keys: textsOf('help', 'search', 'new', 'next', 'previous', 'open', 'close'),
});
