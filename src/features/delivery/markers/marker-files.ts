import {
  dropFrameCodeOf,
  frameCodeOf,
  frameOfHour,
  isDropRate,
} from '#src/features/files/measurements/frame-code.ts';
import { bareCellOf, csvOf } from '#src/platform/csv.ts';
import { minuteMs } from '#src/platform/durations.ts';

/** A commented time or range of a recording. */
export type Marker = {
  /** From 0 on. */
  readonly atMs: number;
  /** The end of the range; null for a single time. */
  readonly untilMs: number | null;
  /** One line. */
  readonly text: string;
};

const secondsOf = (ms: number) => (ms / 1000).toFixed(3);

/** As 0:13.400. */
export function clockOf(atMs: number): string {
  const minutes = Math.floor(atMs / minuteMs);
  return `${minutes}:${((atMs % minuteMs) / 1000).toFixed(3).padStart(6, '0')}`;
}

/** Returns Audacity labels: start, end and text, separated by tabs. */
export const audacityLabels = (markers: readonly Marker[]): string =>
  markers
    .map(({ atMs, untilMs, text }) => `${secondsOf(atMs)}\t${secondsOf(untilMs ?? atMs)}\t${text}\n`)
    .join('');

/** Returns Reaper markers and regions for its region manager, which requires a ruler in minutes and seconds. */
export const reaperCsv = (markers: readonly Marker[]): string =>
  csvOf([
    ['#', 'Name', 'Start', 'End', 'Length'],
    ...markers.map(({ atMs, untilMs, text }, index) =>
      untilMs === null
        ? [`M${index + 1}`, text, clockOf(atMs), '', '']
        : [`R${index + 1}`, text, clockOf(atMs), clockOf(untilMs), clockOf(untilMs - atMs)],
    ),
  ]);

/** Reaper accepts three kinds of quotes; a text with all of them loses one. */
function reaperQuoted(text: string): string {
  const quote = ['"', "'", '`'].find((mark) => !text.includes(mark));
  return quote ? `${quote}${text}${quote}` : `\`${text.replaceAll('`', "'")}\``;
}

/** Returns a Reaper project with only these markers; a region is two of them with one number. */
export function reaperProject(markers: readonly Marker[]): string {
  const lines = markers.flatMap(({ atMs, untilMs, text }, index) => {
    const start = `  MARKER ${index + 1} ${secondsOf(atMs)} ${reaperQuoted(text)}`;
    return untilMs === null
      ? [`${start} 0`]
      : [`${start} 1`, `  MARKER ${index + 1} ${secondsOf(untilMs)} "" 1`];
  });
  return ['<REAPER_PROJECT 0.1 "7.0" 0', ...lines, '>', ''].join('\n');
}

/** Returns Adobe Audition markers, separated by tabs. The file is called .csv, so that spreadsheets open it, too. */
export function auditionMarkers(markers: readonly Marker[]): string {
  const head = ['Name', 'Start', 'Duration', 'Time Format', 'Type', 'Description'];
  const lines = markers.map(({ atMs, untilMs, text }, index) => [
    `Marker ${String(index + 1).padStart(2, '0')}`,
    clockOf(atMs),
    clockOf((untilMs ?? atMs) - atMs),
    'decimal',
    'Cue',
    bareCellOf(text),
  ]);
  return `${[head, ...lines].map((cells) => cells.join('\t')).join('\r\n')}\r\n`;
}

/** Returns markers of a DaVinci Resolve timeline that starts at 01:00:00:00 and has this frame rate. */
export function resolveEdl(markers: readonly Marker[], frameRate: number): string {
  const isDrop = isDropRate(frameRate);
  const framesOf = (ms: number) => Math.round((ms * frameRate) / 1000);
  const codeOf = (frame: number) =>
    (isDrop ? dropFrameCodeOf : frameCodeOf)(frameOfHour(frameRate) + frame, frameRate);
  const events = markers.map(({ atMs, untilMs, text }, index) => {
    const span = `${codeOf(framesOf(atMs))} ${codeOf(framesOf(atMs) + 1)}`;
    const number = String(index + 1).padStart(3, '0');
    // A vertical bar separates fields.
    const name = text.replaceAll('|', '/');
    const frames = Math.max(1, framesOf((untilMs ?? 0) - atMs));
    return `${number}  001      V     C        ${span} ${span}\n |C:ResolveColorYellow |M:${name} |D:${frames}\n`;
  });
  return ['TITLE: Markers', `FCM: ${isDrop ? 'DROP FRAME' : 'NON-DROP FRAME'}`, '', ...events].join('\n');
}

const ticksPerQuarter = 960;
const quarterUs = 500_000;

/** Returns a MIDI variable-length quantity: seven bits per byte, the highest first. */
function variableLength(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

const meta = (deltaTicks: number, type: number, data: Uint8Array) =>
  Buffer.concat([
    Buffer.from([...variableLength(deltaTicks), 0xff, type, ...variableLength(data.length)]),
    data,
  ]);

/** Returns markers for a format without ranges: one at each start and one, in brackets, at each end. */
const withEnds = (markers: readonly Marker[]): { readonly atMs: number; readonly text: string }[] =>
  markers
    .flatMap(({ atMs, untilMs, text }) =>
      untilMs === null
        ? [{ atMs, text }]
        : [
            { atMs, text: `[ ${text}` },
            { atMs: untilMs, text: `] ${text}` },
          ],
    )
    .toSorted((one, other) => one.atMs - other.atMs);

/** Returns a MIDI file of markers at 120 bpm, 960 ticks per beat, for Pro Tools, Logic and Cubase (SMF 1.0). */
export function midiMarkers(markers: readonly Marker[]): Buffer<ArrayBuffer> {
  const tempo = Buffer.alloc(3);
  tempo.writeUIntBE(quarterUs, 0, 3);
  let atTicks = 0;
  const events = withEnds(markers).map(({ atMs, text }) => {
    const ticks = Math.round((atMs * 1000 * ticksPerQuarter) / quarterUs);
    const event = meta(ticks - atTicks, 0x06, Buffer.from(text));
    atTicks = ticks;
    return event;
  });
  const track = Buffer.concat([meta(0, 0x51, tempo), ...events, meta(0, 0x2f, Buffer.alloc(0))]);
  const head = Buffer.alloc(22);
  head.write('MThd', 0);
  head.writeUInt32BE(6, 4);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(1, 10);
  head.writeUInt16BE(ticksPerQuarter, 12);
  head.write('MTrk', 14);
  head.writeUInt32BE(track.length, 18);
  return Buffer.concat([head, track]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Returns the chunk with a cue's length, which makes it a region. */
function regionChunk(cue: number, samples: number): Buffer {
  const region = Buffer.alloc(20);
  region.writeUInt32LE(cue, 0);
  region.writeUInt32LE(samples, 4);
  region.write('rgn ', 8);
  return chunkOf('ltxt', region);
}

/** A WAV file's existing cues: points of 24 bytes each, and their labels. */
export type HeldCues = { readonly points: Buffer; readonly labels: Buffer };

const pointBytes = 24;

const lastSample = 0xffff_ffff;

/**
 * Returns the chunks for these markers after a WAV file's existing cues: `cue `, and its labels and lengths. Omits
 * markers beyond the range of a cue, which at 48 kHz is more than a day.
 */
export function cueChunks(all: readonly Marker[], rateHz: number, held?: HeldCues): Buffer {
  const markers = all.filter(
    ({ atMs, untilMs }) => Math.round(((untilMs ?? atMs) * rateHz) / 1000) <= lastSample,
  );
  const before = held?.points ?? Buffer.alloc(0);
  const taken = new Set<number>();
  for (let at = 0; at < before.length; at += pointBytes) taken.add(before.readUInt32LE(at));
  const free = (function* () {
    for (let number = 1; ; number += 1) if (!taken.has(number)) yield number;
  })();
  const count = Buffer.alloc(4);
  count.writeUInt32LE(before.length / pointBytes + markers.length, 0);
  const points = Buffer.alloc(pointBytes * markers.length);
  const labels = markers.flatMap(({ atMs, untilMs, text }, index) => {
    const sample = Math.round((atMs * rateHz) / 1000);
    const at = pointBytes * index;
    const cue = free.next().value;
    points.writeUInt32LE(cue, at);
    points.writeUInt32LE(sample, at + 4);
    points.write('data', at + 8);
    points.writeUInt32LE(sample, at + 20);
    const number = Buffer.alloc(4);
    number.writeUInt32LE(cue, 0);
    const label = chunkOf('labl', Buffer.concat([number, Buffer.from(`${text}\0`)]));
    if (untilMs === null) return [label];
    return [label, regionChunk(cue, Math.round((untilMs * rateHz) / 1000) - sample)];
  });
  return Buffer.concat([
    chunkOf('cue ', Buffer.concat([count, before, points])),
    chunkOf('LIST', Buffer.concat([Buffer.from('adtl'), held?.labels ?? Buffer.alloc(0), ...labels])),
  ]);
}
