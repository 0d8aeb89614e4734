import { expect, test } from 'vitest';
import { measuresOf } from '#src/features/delivery/measures.fixture.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { levelOrReason, unmeasuredLevels, type Level } from './measurement-text.ts';

const nothing = {
  integrated: null,
  loudnessRange: null,
  maxMomentary: null,
  maxShortTerm: null,
  noiseFloor: null,
};
const whyOf = (level: Level, change: Partial<SoundMeasures>) =>
  levelOrReason(level, measuresOf({ ...nothing, ...change })).replace('not measurable, because ', '');

test('formats a measured level with its unit', () => {
  expect(levelOrReason('truePeak', measuresOf())).toBe('−1.5\u00A0dBTP');
  expect(unmeasuredLevels(measuresOf())).toEqual([]);
});

test.each([
  ['integrated', 480, 'it is shorter than 0.4 s'],
  ['maxMomentary', 480, 'it is shorter than 0.4 s'],
  ['maxShortTerm', 48_000, 'it is shorter than 3 s'],
  ['loudnessRange', 48_000, 'it is shorter than 3 s'],
  ['noiseFloor', 480, 'it is shorter than 0.5 s'],
  ['integrated', 19_200, 'nothing in it is louder than −70 LUFS'],
  ['noiseFloor', 48_000, 'no half second of it is free of digital silence'],
] as const)('%s of %i frames is missing because %s', (level, frames, why) => {
  expect(whyOf(level, { frames })).toBe(why);
});

test('reports silence of any length and unknown layouts as such', () => {
  const layout = { format: { ...measuresOf().format, channels: 4, layout: 'ambisonic 1' } };
  expect(whyOf('integrated', layout)).toBe('its channel layout is not supported');
  const silence = { truePeak: null, samplePeak: null, rms: null, frames: 480 };
  for (const level of ['integrated', 'truePeak', 'rms', 'noiseFloor'] as const)
    expect(whyOf(level, { ...layout, ...silence })).toBe('it holds only silence');
  expect(unmeasuredLevels(measuresOf({ ...nothing, ...silence }))).toHaveLength(8);
});
