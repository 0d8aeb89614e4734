import words from '#content/invoice-settings.yaml';
import { fill } from '#src/platform/fill.ts';
import { locale } from '#src/studio/locale.ts';

const names = new Intl.DisplayNames([locale], { type: 'region' });

/** Returns the name of a country by its ISO 3166 code; empty for none. */
export const countryNameOf = (code: string): string => (code === '' ? '' : (names.of(code) ?? code));

/** Returns a rate as text: "19 %" or "8.25 %". */
export const percentText = (basisPoints: number) =>
  fill(words.rates.rate, { percent: String(basisPoints / 100) });
