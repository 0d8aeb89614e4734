import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import type { SoundMeasures } from '#src/audio/sound-measures.ts';
import { locale } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';
import {
  becauseText,
  isSilent,
  levelOrReason,
  levelText,
  measuredText,
  rateText,
  shownLevel,
} from '#src/features/files/measurements/measurement-text.ts';
import { isQuietThroughout } from '#src/audio/faults/faults.ts';
import { soundMsOf } from '#src/audio/sound-measures.ts';

const { words, specifications } = delivery;

/** The measurements that a report shows: all but the waveform. */
export type ReportMeasures = Omit<SoundMeasures, 'peaks'>;

export type Specification = (typeof specifications)[number];
type Rule = Specification['rules'][number];
type MeasuredRule = Extract<Rule, { measure: string }>;
type Measure = MeasuredRule['measure'];

export type Verdict = 'pass' | 'fail' | 'unknown';

export type CheckedRule = {
  readonly label: string;
  /** The required value; '' if it cannot be measured. */
  readonly asked: string;
  /** The measured value, or why there is none. */
  readonly measured: string;
  readonly verdict: Verdict;
};

const units = {
  integrated: 'lufs',
  maxShortTerm: 'lufs',
  loudnessRange: 'lu',
  truePeak: 'dbtp',
  samplePeak: 'dbfs',
  rms: 'dbfs',
  noiseFloor: 'dbfs',
  headS: 'seconds',
  tailS: 'seconds',
} as const satisfies Record<Exclude<Measure, 'rateHz'>, keyof typeof sound.units>;

const labels: Readonly<Record<Measure, string>> = {
  integrated: sound.rows.integrated.label,
  maxShortTerm: sound.rows.maxShortTerm.label,
  loudnessRange: sound.rows.range.label,
  truePeak: sound.rows.truePeak.label,
  samplePeak: sound.rows.samplePeak.label,
  rms: sound.rows.rms.label,
  noiseFloor: sound.rows.noiseFloor.label,
  rateHz: sound.rows.rate.label,
  headS: sound.silences.head.label,
  tailS: sound.silences.tail.label,
};

const textOf = (measure: Measure, value: number) =>
  measure === 'rateHz' ? fill(words.rate, { value: rateText(value) }) : measuredText(units[measure], value);

/** Without its unit. */
const valueText = (measure: Measure, value: number) =>
  measure === 'rateHz' ? rateText(value) : levelText(value);

function askedText({ measure, from, to }: MeasuredRule): string {
  if (from !== undefined && from === to) return fill(words.exactly, { value: textOf(measure, from) });
  if (from !== undefined && to !== undefined)
    return fill(words.between, { from: valueText(measure, from), to: textOf(measure, to) });
  return from === undefined
    ? fill(words.most, { to: textOf(measure, to ?? 0) })
    : fill(words.least, { from: textOf(measure, from) });
}

/** Uses displayed values, so that a level shown as passing never fails. */
const asShown = (measure: Measure, value: number) => (measure === 'rateHz' ? value : shownLevel(value));

/** Returns the measured value for a rule; null if there is none, undefined if an older analyser did not measure it. */
export function valueOf(measure: Measure, measures: ReportMeasures): number | null | undefined {
  if (measure === 'rateHz') return measures.format.rateHz;
  if (measure !== 'headS' && measure !== 'tailS') return measures[measure];
  const silences = measures.findings?.silences;
  if (!silences) return undefined;
  // A file without sound has no leading or trailing silence.
  if (isQuietThroughout(silences, soundMsOf(measures))) return null;
  return (measure === 'headS' ? silences.headMs : silences.tailMs) / 1000;
}

function whyText(measure: Measure, measures: ReportMeasures): string {
  if (measure !== 'rateHz' && measure !== 'headS' && measure !== 'tailS')
    return levelOrReason(measure, measures);
  const { silent, faint } = sound.nothingBecause;
  return becauseText(isSilent(measures) ? silent : faint);
}

function checkRule(rule: Rule, measures: ReportMeasures): CheckedRule {
  if (!('measure' in rule))
    return { label: rule.label, asked: '', measured: rule.cannot, verdict: 'unknown' };
  const { measure, from = -Infinity, to = Infinity } = rule;
  const value = valueOf(measure, measures);
  const about = { label: labels[measure], asked: askedText(rule) };
  if (value === undefined) return { ...about, measured: sound.faults.notLooked, verdict: 'unknown' };
  if (value === null) return { ...about, measured: whyText(measure, measures), verdict: 'unknown' };
  const shown = asShown(measure, value);
  return {
    ...about,
    measured: textOf(measure, value),
    verdict: shown >= from && shown <= to ? 'pass' : 'fail',
  };
}

/** Returns the specification with this key; null if there is none. */
export const findSpecification = (key: string | null): Specification | null =>
  specifications.find((specification) => specification.key === key) ?? null;

/** Returns the specification in a URL, else the project's, if any. */
export const specificationOf = (url: URL, ofProject: string | null): Specification | null =>
  findSpecification(url.searchParams.get('check') ?? ofProject);

/** Returns each rule of a specification with the measured value. */
export const checkDelivery = ({ rules }: Specification, measures: ReportMeasures): CheckedRule[] =>
  rules.map((rule) => checkRule(rule, measures));

/** Fails if any rule fails, and passes if all pass. */
export function verdictOf(rules: readonly { readonly verdict: Verdict }[]): Verdict {
  const has = (verdict: Verdict) => rules.some((rule) => rule.verdict === verdict);
  if (has('fail')) return 'fail';
  return has('unknown') ? 'unknown' : 'pass';
}

/** Returns a rule's label for use within a sentence: "true peak", but "RMS level". */
const inSentence = (label: string) =>
  label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase(locale));

/** Returns the failing rules as a sentence. */
export const failedRules = (rules: readonly CheckedRule[]): string =>
  rules
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ label }) => inSentence(label))
    .join(', ');

/** Returns a sentence on whether a recording meets a specification, with failures and limits. */
export function verdictText(name: string, rules: readonly CheckedRule[]): string {
  const of = (verdict: Verdict) => rules.filter((rule) => rule.verdict === verdict);
  const failures = of('fail').map(({ label, measured, asked }) =>
    fill(words.failure, { rule: inSentence(label), measured, asked }),
  );
  if (failures.length > 0) return fill(words.notReady, { name, failures: failures.join('; ') });
  const unknown = of('unknown');
  if (unknown.length === 0) return fill(words.ready, { name });
  if (unknown.length === rules.length) return fill(words.none, { name });
  return fill(words.partly, { name, rules: unknown.map(({ label }) => inSentence(label)).join(', ') });
}
