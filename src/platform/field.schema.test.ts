import { expect, test } from 'vitest';
import { checkFields } from './check-fields.ts';
import { optionalLine, requiredLine } from './field.schema.ts';

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a field of one line takes no line break: %j',
  (end) => {
    for (const field of [optionalLine(20), requiredLine(20)])
      expect(checkFields({ field }, { field: `Ada${end}Studio` })).toEqual([
        { field: 'field', code: 'characters' },
      ]);
  },
);
