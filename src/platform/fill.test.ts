import { describe, expect, test } from 'vitest';
import { fill, firstNameOf, nameOf } from './fill.ts';

describe('a filled sentence', () => {
  test.each(['$&', '$1', "$'", '{count}', '{name}'])('holds the name %j as it is', (name) => {
    expect(fill('{name} sent {count}, says {name}', { name, count: '2' })).toBe(
      `${name} sent 2, says ${name}`,
    );
  });

  test('is not reordered by a name', () => {
    const name = '\u202Eanur\u2067\u2066\u202B';
    expect(fill('{name} wrote to us', { name })).toBe('anur wrote to us');
    expect(fill('{name} wrote', { name: 'רונה\u200F' })).toBe('רונה\u200F wrote');
  });

  test('keeps an unknown placeholder', () => {
    expect(fill('{name}: {other}', { name: 'Runa' })).toBe('Runa: {other}');
  });
});

test.each([
  ['Ines Duarte', 'Ines'],
  ['Dr. Ines Duarte', 'Ines'],
  ['Duarte, Ines', 'Ines'],
  ['Ines', 'Ines'],
  ['宮崎', '宮崎'],
  ['Dr.', 'Dr.'],
])('%j is greeted as %j', (name, first) => expect(firstNameOf(name)).toBe(first));

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx,astro}', '/scripts/**/*.ts', '/server.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('placeholders', () => {
  test('are filled in one place', () => {
    const own = /\.replace(All)?\(\s*(['"`]\{|\/\\\{\()|\.split\(\s*(['"`]\{\w|\/\\\{\()/;
    const others = Object.keys(sources).filter((path) => own.test(sources[path] ?? ''));
    // Filled is for values that are more than text.
    expect(others.toSorted()).toEqual(['/src/platform/fill.ts', '/src/workspace/formatted-text.tsx']);
  });

  test('are not filled with what every object has', () => {
    expect(fill('{constructor} {toString}', {})).toBe('{constructor} {toString}');
    expect(fill('{a} and {b}', { a: 'x' }, '')).toBe('x and ');
  });
});

describe('a name in a sentence', () => {
  test('is on one line, trimmed', () => {
    expect(nameOf(' Runa\r\nBcc:\u2028 all\t', 'Somebody')).toBe('Runa Bcc: all');
    expect(nameOf('\u202Egnp.exe', 'Somebody')).toBe('gnp.exe');
  });

  test('is cut where it is longer than the maximum, never within a letter', () => {
    expect(nameOf('🎧'.repeat(5), 'Somebody', 3)).toBe('🎧🎧🎧…');
    expect(nameOf('abc', 'Somebody', 3)).toBe('abc');
  });

  test.each([undefined, '', ' \n '])('that is %j is replaced by the fallback', (name) => {
    expect(nameOf(name, 'Somebody')).toBe('Somebody');
  });
});
