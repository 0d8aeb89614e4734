import { describe, expect, test } from 'vitest';
import { mentionsIn, offeredNamesOf, mentionPartsOf, type Reader } from './mentions.ts';

const readers: Reader[] = [
  { id: 'ada', name: 'Ada Brandt', role: 'team' },
  { id: 'ada-o', name: 'Ada Okafor', role: 'team' },
  { id: 'runa', name: 'Runa Vestergaard', role: 'client' },
  { id: 'two-1', name: 'Kim Lee', role: 'team' },
  { id: 'two-2', name: 'Kim Lee', role: 'team' },
  { id: 'odd', name: '$& (.*) <b>', role: 'team' },
  { id: 'blank', name: ' ', role: 'team' },
];

const idsIn = (content: string) => mentionsIn(content, readers).map(({ id }) => id);

describe('a mention', () => {
  test('is an @ and a full name, or a first name that only one person has, in any case', () => {
    expect(idsIn('@Ada Brandt, @runa: listen. @ADA OKAFOR')).toEqual(['ada', 'runa', 'ada-o']);
    expect(idsIn('(@Runa Vestergaard)')).toEqual(['runa']);
    expect(idsIn('@$& (.*) <b>')).toEqual(['odd']);
  });

  test('is not found if the name is ambiguous or unknown, continues, or is part of an email address', () => {
    expect(idsIn('@Ada @Kim Lee @Sable @Runas @ @')).toEqual([]);
    expect(idsIn('write to studio@Runa')).toEqual([]);
  });

  test('is highlighted exactly as written', () => {
    const content = 'As @runa said, not @Runas: a@runa <b>@Ada Brandt</b>';
    const parts = mentionPartsOf(content, mentionsIn(content, readers));
    expect(parts.map(({ text }) => text).join('')).toBe(content);
    expect(parts.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual([
      '@runa',
      '@Ada Brandt',
    ]);
  });

  test('is offered with an unambiguous name', () => {
    const offered = offeredNamesOf(readers);
    expect(offered).toEqual(['Ada Brandt', 'Ada Okafor', 'Runa Vestergaard', '$& (.*) <b>']);
    expect(offered.flatMap((name) => idsIn(`@${name}`))).toHaveLength(offered.length);
  });
});
