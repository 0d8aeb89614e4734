import words from '#content/sound.yaml';
import {
  levelText,
  measuredText,
  rateText,
  isSilent,
} from '#src/features/files/measurements/measurement-text.ts';
import { exactCodeOf } from '#src/features/files/measurements/time-code.ts';
import { isQuietThroughout, type Fault, type Span } from '#src/audio/faults/faults.ts';
import { soundMsOf } from '#src/audio/sound-measures.ts';
import { numberText } from '#src/studio/locale.ts';
import { sentenceOf, severalOf } from '#src/workspace/count-words.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import type { ReportMeasures } from './check-delivery.ts';

const { faults: texts, silences } = words;

export type ReportRow = {
  readonly label: string;
  readonly about?: string | undefined;
  readonly text: string;
};

function channelText(channel: number, channels: number): string {
  const { left, right, other } = texts.names;
  if (channels === 2) return channel === 0 ? left : right;
  return fill(other, { number: String(channel + 1) });
}

const inChannel = (where: string, channel: number | null, channels: number) =>
  channel === null || channels === 1
    ? where
    : fill(texts.inChannel, { where, channel: channelText(channel, channels) });

/** Returns the place of a fault: "0:13.400", "0:13.400–0:13.450, left channel". */
export function spanText({ fromMs, toMs, channel }: Span, channels: number): string {
  const where = fromMs === toMs ? exactCodeOf(fromMs) : `${exactCodeOf(fromMs)}–${exactCodeOf(toMs)}`;
  return inChannel(where, channel, channels);
}

/** A fault as a sentence. */
export function faultText({ kind, value }: Fault): string {
  const isFrequency = kind === 'lossy-origin' || kind === 'raised-rate';
  const text = kind === 'padded-bits' ? String(value) : levelText(value ?? 0);
  return fill(wordsFor(texts.kinds, kind, texts.something), {
    value: isFrequency ? rateText(value ?? 0) : text,
  });
}

/** Returns the place of a fault without times: the whole file, or a channel. */
export const wholeText = ({ channel }: Fault, channels: number) => inChannel(texts.whole, channel, channels);

/** Returns the number of places beyond the stored ones as text; '' if there are none. */
const moreText = ({ count, spans }: Pick<Fault, 'count' | 'spans'>) =>
  count > spans.length ? fill(texts.more, { count: numberText(count - spans.length) }) : '';

/** Returns how many kinds of faults were found, or why there are none. */
export function foundText(measures: ReportMeasures): string {
  if (!measures.findings) return texts.notLooked;
  const { length } = measures.findings.faults;
  if (length === 0) return isSilent(measures) ? texts.silent : texts.none;
  return sentenceOf(severalOf(length, texts.count));
}

const joined = (parts: readonly string[]) => parts.filter((each) => each !== '').join('; ');

/** A fault with its places; `atMs` is null for a place without a time. */
export type FoundFault = {
  readonly label: string;
  readonly places: readonly { readonly text: string; readonly atMs: number | null }[];
};

/** Returns each fault with all its places. */
export const listFaults = ({ findings, format: { channels } }: ReportMeasures): FoundFault[] =>
  (findings?.faults ?? []).map((fault) => {
    const { spans } = fault;
    const label = faultText(fault);
    if (spans.length === 0) return { label, places: [{ text: wholeText(fault, channels), atMs: null }] };
    const places = spans.map((span) => ({ text: spanText(span, channels), atMs: span.fromMs }));
    const more = moreText(fault);
    return { label, places: more === '' ? places : [...places, { text: more, atMs: null }] };
  });

/** Returns the places of a fault as one text. */
export const placesText = ({ places }: FoundFault): string => joined(places.map(({ text }) => text));

const secondsText = (ms: number) => measuredText('seconds', ms / 1000);

/** Returns the length of the silence before, after and within the sound. */
export function silenceRows(measures: ReportMeasures): ReportRow[] {
  const { findings } = measures;
  if (!findings) return [];
  if (isQuietThroughout(findings.silences, soundMsOf(measures))) return [silences.whole];
  const { headMs, tailMs, count } = findings.silences;
  const places = findings.silences.spans.map((span) => spanText(span, 1));
  const more = moreText(findings.silences);
  return [
    { ...silences.head, text: secondsText(headMs) },
    { ...silences.tail, text: secondsText(tailMs) },
    ...(count > 0 ? [{ ...silences.within, text: joined([...places, more]) }] : []),
  ];
}
