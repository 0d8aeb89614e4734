import {
  createPlaces,
  longSilenceS,
  quietDb,
  type Silences,
  faultKinds,
  mostSpans,
  type Fault,
  type FaultKind,
  type Places,
  type Span,
} from './faults.ts';
import type { Kernels } from '../kernels/plain-kernels.ts';
import { history, stepFramesAt, type Piece, type Step } from '../pieces.ts';
import { isLossless, type SoundFormat } from '../sound-format.ts';
import { createBandEdgeFinder } from './band-edge.ts';
import { createClickFinder } from './clicks.ts';
import { createClippingFinder } from './clipping.ts';
import { createDropoutFinder } from './dropouts.ts';
import { createStereoFinder } from './stereo-faults.ts';

const quietPower = 10 ** (quietDb / 10);
/** −80 dBFS. */
const silentPeak = 1e-4;

/** Finds where a sound begins and ends, in steps of 10 ms, and its long silences. */
function createSilenceFinder(rateHz: number) {
  const stepFrames = stepFramesAt(rateHz);
  const pauses = createPlaces();
  let frame = 0;
  let stepFrom = 0;
  let powers: number[] = [];
  let peak = 0;
  let head = -1;
  let tailFrom = 0;
  /** The end of the last step with sound; −1 before the first. */
  let soundTo = -1;

  function endStep() {
    if (powers.some((power) => power > quietPower * (frame - stepFrom))) {
      if (head < 0) head = stepFrom;
      tailFrom = frame;
    }
    if (peak > silentPeak) {
      if (soundTo >= 0 && stepFrom - soundTo >= longSilenceS * rateHz) pauses.add(soundTo, stepFrom);
      soundTo = frame;
    }
    powers = [];
    peak = 0;
    stepFrom = frame;
  }

  return {
    add({ frames, sums }: Step) {
      for (let pair = 0; pair < sums.length; pair++) {
        const of = sums[pair] as Float64Array;
        powers[2 * pair] = (powers[2 * pair] ?? 0) + (of[0] as number);
        powers[2 * pair + 1] = (powers[2 * pair + 1] ?? 0) + (of[1] as number);
        peak = Math.max(peak, of[4] as number, of[5] as number);
      }
      frame += frames;
      if (frame - stepFrom === stepFrames) endStep();
    },
    find(msOf: (frame: number) => number): Silences {
      if (frame > stepFrom) endStep();
      return {
        headMs: msOf(head < 0 ? frame : head),
        tailMs: msOf(frame - tailFrom),
        count: pauses.count(),
        spans: pauses.all().map(({ from, to }) => ({ fromMs: msOf(from), toMs: msOf(to), channel: null })),
      };
    },
  };
}

export type Findings = { readonly faults: readonly Fault[]; readonly silences: Silences };

/** −46 dBFS: smaller offsets are not reported. */
const leastOffset = 0.005;
/** In shorter sounds, a drum beat or an infrasonic wave may be on one side of zero. */
const leastOffsetS = 1;
const lowestHz = 20;
/** At this rate, a spectrum that ends near 24 kHz was upsampled; a simple filter leaves a few kHz more. */
const highRateHz = 64_000;
const mostRaisedHz = 28_000;
const mostLossyHz = 20_700;

/** The steps of 16 bits on each side of zero. */
const stepsOf16 = 2 ** 15;
/** A wave with this few values may be on those steps by chance. */
const leastValues = 64;

/** Detects a sound declared as more than 16 bits that only uses the steps of 16. */
function createPaddingFinder({ bits }: SoundFormat) {
  const values = new Set<number>();
  let isOnSteps = bits !== null && bits > 16;
  return {
    add(line: Float64Array, count: number) {
      for (let index = history; isOnSteps && index < history + count; index++) {
        const sample = (line[index] as number) * stepsOf16;
        isOnSteps = sample === Math.trunc(sample);
        if (values.size < leastValues) values.add(sample);
      }
    },
    isPadded: () => isOnSteps && values.size >= leastValues,
  };
}

const whole = { count: 0, spans: [], channel: null, value: null };
const rounded = (value: number) => Math.round(value * 10) / 10;

/** Merges simultaneous places in all channels into one. */
function spansOf(found: readonly Places[], msOf: (frame: number) => number): Span[] {
  const spans = found.flatMap((places, channel) =>
    places.all().map(({ from, to }) => ({ fromMs: msOf(from), toMs: msOf(to), channel })),
  );
  const keyOf = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => `${fromMs}-${toMs}`;
  const together = Map.groupBy(spans, keyOf);
  return [...together.values()]
    .flatMap((same): Span[] => {
      const [first] = same;
      return first && found.length > 1 && same.length === found.length ? [{ ...first, channel: null }] : same;
    })
    .toSorted((a, b) => a.fromMs - b.fromMs || (a.channel ?? -1) - (b.channel ?? -1));
}

function placedFault(kind: FaultKind, found: readonly Places[], msOf: (frame: number) => number): Fault[] {
  const spans = spansOf(found, msOf);
  if (spans.length === 0) return [];
  const kept = found.reduce((sum, places) => sum + places.all().length, 0);
  const all = found.reduce((sum, places) => sum + places.count(), 0);
  // A fault in all channels counts once, as far as its places are kept.
  return [{ ...whole, kind, count: spans.length + all - kept, spans: spans.slice(0, mostSpans) }];
}

function stereoFaults(
  stereo: ReturnType<ReturnType<typeof createStereoFinder>['find']>,
  msOf: (frame: number) => number,
): Fault[] {
  const { inverted, lost, missing, isSame, uneven } = stereo;
  return [placedFault('inverted', [inverted], msOf), placedFault('mono-loss', [lost], msOf)]
    .flat()
    .map((fault) => ({ ...fault, spans: fault.spans.map((span) => ({ ...span, channel: null })) }))
    .concat(
      missing === null ? [] : [{ ...whole, kind: 'missing-channel' as const, channel: missing }],
      isSame ? [{ ...whole, kind: 'dual-mono' as const }] : [],
      uneven === null
        ? []
        : [{ ...whole, kind: 'imbalance' as const, channel: uneven.channel, value: rounded(uneven.db) }],
    );
}

/**
 * Returns the faults suggested (not proven) by the upper edge of a lossless file's spectrum; none if the edge is
 * unknown.
 */
function edgeFaults({ codec, rateHz }: SoundFormat, edgeHz: number | null): Fault[] {
  if (edgeHz === null || !isLossless(codec)) return [];
  const about = { ...whole, value: edgeHz };
  return [
    edgeHz <= mostLossyHz ? [{ ...about, kind: 'lossy-origin' as const }] : [],
    rateHz > highRateHz && edgeHz <= mostRaisedHz ? [{ ...about, kind: 'raised-rate' as const }] : [],
  ].flat();
}

/** The finders that run once per channel. */
function createChannelFinders(format: SoundFormat, kernels: Kernels) {
  const { rateHz } = format;
  const clipping = createClippingFinder(format, kernels);
  const click = createClickFinder(format, kernels);
  const dropout = createDropoutFinder(rateHz, format, kernels);
  const edge = createBandEdgeFinder(rateHz, kernels);
  let total = 0;
  return {
    add(line: Float64Array, count: number) {
      for (const finder of [clipping, click, dropout, edge]) finder.add(line, count);
    },
    addSum(sum: number) {
      total += sum;
    },
    find: () => ({
      clipping: clipping.find(),
      click: click.find(),
      dropout: dropout.find(),
      edgeHz: edge.edgeHz(),
      sum: total,
    }),
  };
}

type ChannelFindings = ReturnType<ReturnType<typeof createChannelFinders>['find']>;

/** The largest mean of a full-scale 20 Hz wave cut in mid-cycle: 1 / (π · 20 Hz · length). */
function offsetsOf(channels: readonly ChannelFindings[], seconds: number, rateHz: number): Fault[] {
  if (seconds < leastOffsetS) return [];
  const least = Math.max(leastOffset, 1 / (Math.PI * lowestHz * seconds));
  return channels.flatMap(({ sum }, channel) => {
    const offset = Math.abs(sum) / (seconds * rateHz);
    if (offset < least) return [];
    return [{ ...whole, kind: 'dc' as const, channel, value: rounded(20 * Math.log10(offset)) }];
  });
}

/** An edge in one channel only belongs to that channel's sound. */
function edgeOf(channels: readonly ChannelFindings[]): number | null {
  const edges = channels.flatMap(({ edgeHz }) => edgeHz ?? []);
  return edges.length === channels.length ? Math.max(...edges) : null;
}

/** Finds faults while a sound is measured, in one pass and constant memory. */
export function createFaultFinder(format: SoundFormat, kernels: Kernels) {
  const { channels, rateHz } = format;
  const each = Array.from({ length: channels }, () => createChannelFinders(format, kernels));
  const stereo = channels === 2 ? createStereoFinder(rateHz) : null;
  const silence = createSilenceFinder(rateHz);
  const padding = createPaddingFinder(format);
  let frames = 0;
  const msOf = (frame: number) => Math.round((1000 * frame) / rateHz);

  return {
    add({ lines, steps, count }: Pick<Piece, 'lines' | 'steps' | 'count'>) {
      lines.forEach((line, channel) => {
        each[channel]?.add(line, count);
        padding.add(line, count);
      });
      for (const step of steps) {
        stereo?.add(step);
        silence.add(step);
        for (let channel = 0; channel < channels; channel++)
          each[channel]?.addSum(step.sums[channel >> 1]?.[6 + (channel & 1)] as number);
      }
      frames += count;
    },
    find(): Findings {
      const found = each.map((finders) => finders.find());
      const placed = (['clipping', 'dropout', 'click'] as const).map((kind) =>
        placedFault(
          kind,
          found.map((one) => one[kind]),
          msOf,
        ),
      );
      const faults = [
        placed.flat(),
        stereo ? stereoFaults(stereo.find(), msOf) : [],
        offsetsOf(found, frames / rateHz, rateHz),
        padding.isPadded() ? [{ ...whole, kind: 'padded-bits' as const, value: 16 }] : [],
        edgeFaults(format, edgeOf(found)),
      ].flat();
      const order = (fault: Fault) => faultKinds.indexOf(fault.kind);
      return { faults: faults.toSorted((a, b) => order(a) - order(b)), silences: silence.find(msOf) };
    },
  };
}
