import { expect, test } from 'vitest';
import { suggestionsFor } from './tags-field.client.ts';

const tags = ['Label', 'Vinyl', 'Press'];

test.each([
  ['', tags],
  ['La', tags],
  ['label,', ['label, Vinyl', 'label, Press']],
  ['Label , Vinyl, P', ['Label , Vinyl, Press']],
  ['Label, Vinyl, Press, ', []],
])('suggests for "%s" the tags that it does not have', (typed, expected) => {
  expect(suggestionsFor(typed, tags)).toEqual(expected);
});
