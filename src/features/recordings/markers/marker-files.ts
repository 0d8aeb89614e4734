import { csvOf } from '#src/platform/csv.ts';

/** A place in a recording that somebody said something about. */
export type Marker = {
  /** From 0 on. */
  readonly atMs: number;
  /** One line. */
  readonly text: string;
};

const secondsOf = ({ atMs }: Marker) => (atMs / 1000).toFixed(3);

/** As 0:13.400. */
function clockOf({ atMs }: Marker): string {
  const minutes = Math.floor(atMs / 60_000);
  return `${minutes}:${((atMs % 60_000) / 1000).toFixed(3).padStart(6, '0')}`;
}

/** Labels of Audacity: start, end and text, between tabs. */
export const audacityLabels = (markers: readonly Marker[]): string =>
  markers.map((marker) => `${secondsOf(marker)}\t${secondsOf(marker)}\t${marker.text}\n`).join('');

/** Reaper's markers as its region manager reads them; its times follow the ruler, which has to show minutes and seconds. */
export const reaperCsv = (markers: readonly Marker[]): string =>
  csvOf([
    ['#', 'Name', 'Start', 'End', 'Length'],
    ...markers.map((marker, index) => [`M${index + 1}`, marker.text, clockOf(marker), '', '']),
  ]);

/** Reaper takes three kinds of quotes; a text that has them all loses one. */
function reaperQuoted(text: string): string {
  const quote = ['"', "'", '`'].find((mark) => !text.includes(mark));
  return quote ? `${quote}${text}${quote}` : `\`${text.replaceAll('`', "'")}\``;
}

/** A Reaper project with these markers and nothing else. */
export function reaperProject(markers: readonly Marker[]): string {
  const lines = markers.map(
    (marker, index) => `  MARKER ${index + 1} ${secondsOf(marker)} ${reaperQuoted(marker.text)} 0`,
  );
  return ['<REAPER_PROJECT 0.1 "7.0" 0', ...lines, '>', ''].join('\n');
}

/** Markers of Adobe Audition, between tabs. */
export function auditionMarkers(markers: readonly Marker[]): string {
  const head = ['Name', 'Start', 'Duration', 'Time Format', 'Type', 'Description'];
  const lines = markers.map((marker, index) => [
    `Marker ${String(index + 1).padStart(2, '0')}`,
    clockOf(marker),
    '0:00.000',
    'decimal',
    'Cue',
    marker.text,
  ]);
  return `${[head, ...lines].map((cells) => cells.join('\t')).join('\r\n')}\r\n`;
}

const edlFrameRate = 24;

/** A moment behind 01:00:00:00, in frames. */
function timeCodeOf(atMs: number, offsetFrames: number): string {
  const frames = 3600 * edlFrameRate + Math.round((atMs * edlFrameRate) / 1000) + offsetFrames;
  const seconds = Math.floor(frames / edlFrameRate);
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    frames % edlFrameRate,
  ];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Markers of a timeline of DaVinci Resolve that begins at 01:00:00:00 and has 24 frames a second. */
export function resolveEdl(markers: readonly Marker[]): string {
  const events = markers.map((marker, index) => {
    const span = `${timeCodeOf(marker.atMs, 0)} ${timeCodeOf(marker.atMs, 1)}`;
    const number = String(index + 1).padStart(3, '0');
    // A bar begins the next field.
    const text = marker.text.replaceAll('|', '/');
    return `${number}  001      V     C        ${span} ${span}\n |C:ResolveColorYellow |M:${text} |D:1\n`;
  });
  return ['TITLE: Markers', 'FCM: NON-DROP FRAME', '', ...events].join('\n');
}

const ticksPerQuarter = 960;
const quarterUs = 500_000;

/** A number as MIDI writes lengths: seven bits a byte, the highest first. */
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

/** A MIDI file of markers at 120 beats a minute, 960 ticks a beat, which Pro Tools, Logic and Cubase import (SMF 1.0). */
export function midiMarkers(markers: readonly Marker[]): Buffer<ArrayBuffer> {
  const tempo = Buffer.alloc(3);
  tempo.writeUIntBE(quarterUs, 0, 3);
  let atTicks = 0;
  const events = markers.map(({ atMs, text }) => {
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

/** The chunks that name these markers in a WAV file of this rate: `cue ` and the labels that belong to it. */
export function cueChunks(markers: readonly Marker[], rateHz: number): Buffer {
  const points = Buffer.alloc(4 + 24 * markers.length);
  points.writeUInt32LE(markers.length, 0);
  const labels = markers.map(({ atMs, text }, index) => {
    const sample = Math.round((atMs * rateHz) / 1000);
    const at = 4 + 24 * index;
    points.writeUInt32LE(index + 1, at);
    points.writeUInt32LE(sample, at + 4);
    points.write('data', at + 8);
    points.writeUInt32LE(sample, at + 20);
    const number = Buffer.alloc(4);
    number.writeUInt32LE(index + 1, 0);
    return chunkOf('labl', Buffer.concat([number, Buffer.from(`${text}\0`)]));
  });
  return Buffer.concat([
    chunkOf('cue ', points),
    chunkOf('LIST', Buffer.concat([Buffer.from('adtl'), ...labels])),
  ]);
}
