import words from '#content/sound.yaml';
import { channelWeightsOf } from '#src/audio/channel-weights.ts';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { numberText } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import { measuredText } from './sound-text.ts';

const { nothingBecause: texts } = words;

const loudnesses = ['integrated', 'loudnessRange', 'maxMomentary', 'maxShortTerm'] as const;

/** What may not be measurable, with its unit. */
const units = {
  integrated: 'lufs',
  loudnessRange: 'lu',
  maxMomentary: 'lufs',
  maxShortTerm: 'lufs',
  truePeak: 'dbtp',
  samplePeak: 'dbfs',
  rms: 'dbfs',
  noiseFloor: 'dbfs',
} as const satisfies Partial<Record<keyof SoundMeasures, keyof typeof words.units>>;

export type Level = keyof typeof units;
type Measures = Pick<SoundMeasures, 'format' | 'frames' | Level>;

/** How many seconds are needed: one window of loudness (ITU-R BS.1770-5, EBU Tech 3341), or half a second for the noise floor. */
const leastS: Readonly<Partial<Record<Level, number>>> = {
  integrated: 0.4,
  maxMomentary: 0.4,
  loudnessRange: 3,
  maxShortTerm: 3,
  noiseFloor: 0.5,
};

/** Whether every sample of a sound is zero. */
export const isSilent = ({ samplePeak }: Pick<SoundMeasures, 'samplePeak'>): boolean => samplePeak === null;

/** Why a level could not be measured: the first of the reasons that is true. */
function whyNothing(level: Level, measures: Measures): string {
  const { format, frames } = measures;
  const isLoudness = loudnesses.some((each) => each === level);
  if (isSilent(measures)) return texts.silent;
  if (isLoudness && channelWeightsOf(format.channels, format.layout) === null) return texts.layout;
  const least = leastS[level] ?? 0;
  if (frames < Math.round(least * format.rateHz)) return fill(texts.short, { least: numberText(least) });
  return isLoudness ? texts.quiet : texts.gaps;
}

/** A reason as it is shown in place of a value. */
export const becauseText = (why: string): string => fill(texts.text, { why });

/** A level with its unit, or why it could not be measured. */
export function levelOrWhy(level: Level, measures: Measures): string {
  const value = measures[level];
  return value === null ? becauseText(whyNothing(level, measures)) : measuredText(units[level], value);
}

/** Each level that could not be measured, with the reason. */
export const unmeasuredLevels = (
  measures: Measures,
): { readonly measure: Level; readonly reason: string }[] =>
  Object.keys(units)
    .filter((each): each is Level => each in units && measures[each as Level] === null)
    .map((measure) => ({ measure, reason: becauseText(whyNothing(measure, measures)) }));
