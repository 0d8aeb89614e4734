import words from '#content/sound.yaml';
import type { SoundFormat } from '#src/audio/sound-format.ts';
import type { UnmeasuredReason, SoundMeasures } from '#src/audio/sound-measures.ts';
import { locale, numberText } from '#src/studio/locale.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { exactCodeOf } from './time-code.ts';
import { channelWeightsOf } from '#src/audio/channel-weights.ts';
import { severalOf } from '#src/workspace/count-words.ts';

const { channels: channelWords, units } = words;

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Rounds a level for display and checks: to a tenth, halves away from zero. */
export const shownLevel = (value: number): number =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;

/** A level with one decimal and a true minus sign: "−23.1". */
export const levelText = (value: number) => tenths.format(shownLevel(value)).replace('-', '−');

/** A level with its unit. */
export const measuredText = (unit: keyof typeof units, value: number) =>
  fill(units[unit], { value: levelText(value) });

/** A sample rate in kHz: "44.1". */
export const rateText = (rateHz: number) => numberText(rateHz / 1000);

/** Returns why a file was not measured. */
export const unmeasuredText = (reason: UnmeasuredReason) =>
  wordsFor(words.reasons, reason, words.otherReason);

function channelText({ channels, layout }: SoundFormat): string {
  if (channels === 1) return channelWords.one;
  if (channels === 2) return channelWords.two;
  const count = String(channels);
  return layout === null ? fill(channelWords.more, { count }) : fill(channelWords.named, { count, layout });
}

/** Describes a file's format: "WAV, 24 bit, 48 kHz, stereo". */
export function formatText(format: SoundFormat): string {
  const values = {
    container: wordsFor(words.containers, format.container, format.container.toUpperCase()),
    rate: rateText(format.rateHz),
    channels: channelText(format),
  };
  return format.bits === null
    ? fill(words.formatLossy, values)
    : fill(words.format, { ...values, bits: String(format.bits) });
}

/** A length to the millisecond. */
export const lengthText = (frames: number, rateHz: number): string =>
  exactCodeOf(Math.round((1000 * frames) / rateHz));

const { nothingBecause: texts } = words;

const loudnesses = ['integrated', 'loudnessRange', 'maxMomentary', 'maxShortTerm'] as const;

/** The levels that may not be measurable, with their units. */
const levelUnits = {
  integrated: 'lufs',
  loudnessRange: 'lu',
  maxMomentary: 'lufs',
  maxShortTerm: 'lufs',
  truePeak: 'dbtp',
  samplePeak: 'dbfs',
  rms: 'dbfs',
  noiseFloor: 'dbfs',
} as const satisfies Partial<Record<keyof SoundMeasures, keyof typeof words.units>>;

export type Level = keyof typeof levelUnits;
type Measures = Pick<SoundMeasures, 'format' | 'frames' | Level>;

/**
 * How many seconds are needed: one window of loudness (ITU-R BS.1770-5, EBU Tech 3341), or half a second for the noise
 * floor.
 */
const leastS: Readonly<Partial<Record<Level, number>>> = {
  integrated: 0.4,
  maxMomentary: 0.4,
  loudnessRange: 3,
  maxShortTerm: 3,
  noiseFloor: 0.5,
};

/** Returns true if every sample is zero. */
export const isSilent = ({ samplePeak }: Pick<SoundMeasures, 'samplePeak'>): boolean => samplePeak === null;

/** Returns why a level could not be measured: the first reason that applies. */
function reasonFor(level: Level, measures: Measures): string {
  const { format, frames } = measures;
  const isLoudness = loudnesses.some((each) => each === level);
  if (isSilent(measures)) return texts.silent;
  if (isLoudness && channelWeightsOf(format.channels, format.layout) === null) return texts.layout;
  const least = leastS[level] ?? 0;
  if (frames < Math.round(least * format.rateHz)) return fill(texts.short, { least: numberText(least) });
  return isLoudness ? texts.quiet : texts.gaps;
}

/** Formats a reason that is shown instead of a value. */
export const becauseText = (why: string): string => fill(texts.text, { why });

/** A level with its unit, or why it could not be measured. */
export function levelOrReason(level: Level, measures: Measures): string {
  const value = measures[level];
  return value === null ? becauseText(reasonFor(level, measures)) : measuredText(levelUnits[level], value);
}

/** Each level that could not be measured, with the reason. */
export const unmeasuredLevels = (
  measures: Measures,
): { readonly measure: Level; readonly reason: string }[] =>
  Object.keys(levelUnits)
    .filter((each): each is Level => each in levelUnits && measures[each as Level] === null)
    .map((measure) => ({ measure, reason: becauseText(reasonFor(measure, measures)) }));

/** Lossy files include unplayed padding, and video files round. */
const paddingS = 0.5;
const exactS = 0.01;
const exactContainers = new Set(['wav', 'aiff', 'caf', 'flac']);
const isExact = ({ container, codec }: SoundFormat) =>
  exactContainers.has(container) && /^pcm_|^flac$/.test(codec);

/** Returns warnings about a measured file and reasons for missing measurements. */
export function measuredNotes({
  format,
  frames,
  isDamaged,
  samplePeak,
}: Pick<SoundMeasures, 'format' | 'frames' | 'isDamaged' | 'samplePeak'>): string[] {
  const { rateHz, declaredS, channels, layout, furtherChunks = 0 } = format;
  const heldS = frames / rateHz;
  const isOtherLength =
    declaredS !== null && Math.abs(declaredS - heldS) > (isExact(format) ? exactS : paddingS);
  return [
    isDamaged ? words.notes.damaged : [],
    isOtherLength
      ? fill(declaredS > heldS ? words.notes.cut : words.notes.length, {
          declared: lengthText(Math.round(declaredS * rateHz), rateHz),
          held: lengthText(frames, rateHz),
        })
      : [],
    furtherChunks > 0 ? severalOf(furtherChunks, words.notes.further) : [],
    isSilent({ samplePeak }) ? words.notes.silent : [],
    layout !== null && channelWeightsOf(channels, layout) === null
      ? fill(words.notes.layout, { layout })
      : [],
  ].flat();
}
