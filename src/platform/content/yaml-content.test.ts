import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ContentError, parseContent, pathText } from './yaml-content.ts';

const schema = z.strictObject({
  title: z.string().min(1, 'must not be empty'),
  items: z.array(z.strictObject({ title: z.string(), note: z.enum(['c4', 'd4']) })).min(1),
});

const sound = `# The labs
title: Labs
items:
  - title: Research
    note: c4
  - title: Records
    note: d4
`;

function problemsOf(text: string): readonly string[] {
  try {
    parseContent(schema, text, 'content/labs.yaml');
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
  return [];
}

test('a valid file is returned as its schema parses it', () => {
  expect(parseContent(schema, sound, 'content/labs.yaml').items[1]).toEqual({ title: 'Records', note: 'd4' });
});

describe('a broken file is refused with its name and line', () => {
  test('a value of the wrong type, deep inside a list', () => {
    expect(problemsOf(sound.replace('title: Records', 'title: 7'))).toEqual([
      'content/labs.yaml:6: items[1].title: must be a text, not a number',
    ]);
  });

  test('a key that is missing points at the item that lacks it', () => {
    expect(problemsOf(sound.replace('    note: c4\n', ''))[0]).toMatch(
      /^content\/labs\.yaml:4: items\[0\]\.note: is missing; it must be one of c4, d4$/,
    );
  });

  test('an unknown key points at itself', () => {
    expect(problemsOf(sound.replace('    note: c4', '    note: c4\n    colour: red'))).toEqual([
      'content/labs.yaml:6: items[0].colour: unknown field; is its name mistyped?',
    ]);
  });

  test('a value outside the choices', () => {
    expect(problemsOf(sound.replace('note: d4', 'note: h4'))[0]).toMatch(
      /^content\/labs\.yaml:7: items\[1\]\.note: must be one of c4, d4$/,
    );
  });

  test('an empty text and an empty list', () => {
    expect(problemsOf('title: ""\nitems: []\n').map((problem) => problem.split(': ')[0])).toEqual([
      'content/labs.yaml:1',
      'content/labs.yaml:2',
    ]);
  });

  test('every problem is listed at once, in the order of the file', () => {
    const broken = sound
      .replace('title: Labs', 'title: ""')
      .replace('note: c4', 'note: x')
      .replace('d4', 'y');
    expect(problemsOf(broken).map((problem) => problem.split(': ').slice(0, 2).join(' '))).toEqual([
      'content/labs.yaml:2 title',
      'content/labs.yaml:5 items[0].note',
      'content/labs.yaml:7 items[1].note',
    ]);
  });

  test('a quotation mark that is never closed', () => {
    expect(problemsOf(sound.replace('title: Labs', 'title: "Labs'))[0]).toMatch(/^content\/labs\.yaml:\d+: /);
  });

  test('a list item indented with a tab', () => {
    expect(problemsOf('title: Labs\nitems:\n\t- title: x\n')[0]).toMatch(/^content\/labs\.yaml:3: /);
  });

  test('a key given twice', () => {
    expect(problemsOf(`title: Labs\n${sound}`)[0]).toMatch(/^content\/labs\.yaml:3: .*unique/);
  });

  test('an empty file', () => {
    expect(problemsOf('')[0]).toMatch(/^content\/labs\.yaml:1: /);
  });
});

test('a path reads as a person would write it', () => {
  expect(pathText(['items', 2, 'title'])).toBe('items[2].title');
});
