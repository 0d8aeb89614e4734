import words from '#content/sound.yaml';
import type { SoundFormat } from '#src/audio/sound-format.ts';
import type { UnmeasuredReason } from '#src/audio/sound-measures.ts';
import { locale, numberText } from '#src/studio/locale.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { exactCodeOf } from './time-code.ts';

const { channels: channelWords, units } = words;

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A level as it is shown and judged: rounded to a tenth, halves away from zero. */
export const shownLevel = (value: number): number =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;

/** A level with one decimal and a true minus sign: "−23.1". */
export const levelText = (value: number) => tenths.format(shownLevel(value)).replace('-', '−');

/** A level with its unit. */
export const measuredText = (unit: keyof typeof units, value: number) =>
  fill(units[unit], { value: levelText(value) });

/** A sample rate in kHz: "44.1". */
export const rateText = (rateHz: number) => numberText(rateHz / 1000);

/** Why nothing was measured. */
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
