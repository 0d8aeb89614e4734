import { z } from 'zod';

/** A sentence, label or paragraph: one line, not empty, without outer or repeated spaces. */
export const text = z
  .string()
  .min(1, 'must not be empty')
  .refine((value) => value === value.trim(), 'must not begin or end with a space')
  .refine((value) => !/[\n\t]| {2}/.test(value), 'must be one line without double spaces');

/** Two or more texts in display order. */
export const texts = z.array(text).min(1);

/** A text with each of the named `{placeholder}`s, and no others. */
export function template<const Name extends string>(...names: readonly Name[]) {
  return text.refine(
    (value) => {
      const found = [...value.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      return (
        names.every((name) => found.includes(name)) && found.every((name) => names.some((n) => n === name))
      );
    },
    `must hold ${names.map((name) => `{${name}}`).join(' and ')} and no other placeholder`,
  );
}

/** A text under each of these names, and no other keys. */
export const textsOf = <const Name extends string>(...names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>);

/** A singular text, and a plural text with `{count}`. */
export const counted = z.tuple([text, template('count')]);

/** An absolute https address. */
export const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' });

/** A path of this site (`/production`) or an anchor on its home page (`/#contact`). */
export const sitePath = z
  .string()
  .regex(/^\/(?!\/)[a-z0-9#/?=&-]*$/, 'must be a path of this site, such as /#contact');

/** One of the twelve notes, for an item with its figure. Slugs are those of the figure sprite. */
export const noteSlug = z.enum(
  ['c4', 'cs4', 'd4', 'ds4', 'e4', 'f4', 'fs4', 'g4', 'gs4', 'a4', 'as4', 'b4'],
  'must be a note: c4, cs4, d4, ds4, e4, f4, fs4, g4, gs4, a4, as4 or b4',
);

/** A headline set as a standing wave: its lines on wide and on narrow screens. */
export const waveLines = z.strictObject({ wide: texts, narrow: texts });

/** An item with a name and a sentence about it. */
export const titled = z.strictObject({ title: text, text });
