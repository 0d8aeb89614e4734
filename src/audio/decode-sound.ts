import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '#src/platform/parse-json.ts';
import { declaredOf } from './declared-length.ts';
import { inputPath, runFfmpeg, type Output } from './ffmpeg.ts';
import {
  soundContainerOf,
  soundHeadBytes,
  type SoundContainer,
  keptBits,
  paddingFilters,
  type SoundFormat,
} from './sound-format.ts';
import { plainFormatOf, plainWaveOf } from './plain-wave.ts';
import type { MovingPicture } from './sound-measures.ts';
import { soundFramesOf, timesOf, type Streams } from './stream-times.ts';

const sampleBytes = 4;

const soundStream = z.object({
  codec_name: z.string().default('unknown'),
  sample_rate: z.coerce.number().int().min(1000).max(768_000),
  channels: z.number().int().min(1).max(64),
  channel_layout: z.string().optional(),
  bits_per_raw_sample: z.coerce.number().optional(),
  bits_per_sample: z.number().optional(),
});

/** The ffprobe output that is used. */
const probed = z.object({
  streams: z.array(z.looseObject({ codec_type: z.string().optional() })),
  format: z.object({ tags: z.unknown() }).partial().optional(),
});

/** Larger pictures (such as covers) are not decoded: they would exceed the memory limit. */
const mostPixels = 50_000_000;

/** FFmpeg's input arguments, which restrict it to the one given file. */
export const inputArgs = (container: SoundContainer) => [
  '-protocol_whitelist',
  'file',
  '-f',
  container,
  '-max_pixels',
  String(mostPixels),
];

/** Returns the container of a file by its first bytes; null if it holds no sound. */
function containerOf(path: string): SoundContainer | null {
  const handle = openSync(path, 'r');
  try {
    const head = new Uint8Array(soundHeadBytes);
    return soundContainerOf(head.subarray(0, readSync(handle, head, 0, soundHeadBytes, 0)));
  } finally {
    closeSync(handle);
  }
}

const shownEntries =
  'stream=codec_type,codec_name,sample_rate,channels,channel_layout,bits_per_raw_sample,bits_per_sample,r_frame_rate' +
  ',start_pts,duration_ts,time_base,nb_frames,profile:stream_disposition=attached_pic' +
  ':stream_tags=DURATION,_STATISTICS_WRITING_APP:format_tags=iTunSMPB';

/** Returns the format of a file's video and the delay of its sound; nothing if it has no video. */
function besidePicture(
  { startS, pictureEndS, frameRate }: ReturnType<typeof timesOf>,
  rateHz: number,
): Pick<SoundFormat, 'frameRate' | 'pictureS' | 'startFrames'> {
  const startFrames = Math.round(startS * rateHz);
  return {
    ...(frameRate === undefined ? {} : { frameRate }),
    ...(pictureEndS === null ? {} : { pictureS: pictureEndS }),
    ...(startFrames > 0 ? { startFrames } : {}),
  };
}

/** Returns ffprobe's streams and tags of a file; null if it finds none. */
async function probe(
  path: string,
  container: SoundContainer,
): Promise<{ readonly streams: Streams; readonly tags: unknown } | null> {
  const show = ['-v', 'error', '-show_entries', shownEntries, '-of', 'json'];
  const { printed } = await runFfmpeg({
    program: 'ffprobe',
    path,
    args: () => [...inputArgs(container), ...show, inputPath],
  });
  const start = printed.indexOf('{');
  const { data } = probed.safeParse(start < 0 ? null : parseJson(printed.slice(start)));
  return data ? { streams: data.streams, tags: data.format?.tags } : null;
}

/** Reads the video format of a film without sound; undefined if it has no video. */
export async function probePicture(path: string): Promise<MovingPicture | undefined> {
  const container = containerOf(path);
  const found = container && (await probe(path, container));
  if (!found) return undefined;
  const { pictureEndS, frameRate } = timesOf(found.streams);
  return pictureEndS === null ? undefined : { lengthS: pictureEndS, frameRate: frameRate ?? null };
}

/** Reads the format of a file's first sound, or why there is nothing to decode. */
export async function probeSound(path: string): Promise<SoundFormat | 'no-sound' | 'empty' | 'unreadable'> {
  const container = containerOf(path);
  if (!container) return 'no-sound';
  // FFmpeg rejects some of these values.
  if (declaredOf(path, container, null).declaredS === 0) return 'empty';
  const plain = container === 'wav' ? plainFormatOf(path) : null;
  return plain ?? probeFormat(path, container);
}

/** The same, by ffprobe. */
export async function probeFormat(
  path: string,
  container: SoundContainer,
): Promise<SoundFormat | 'no-sound' | 'unreadable'> {
  const found = await probe(path, container);
  if (!found) return 'unreadable';
  const { streams, tags } = found;
  const first = streams.find(({ codec_type }) => codec_type === 'audio');
  if (!first) return 'no-sound';
  const { data: stream } = soundStream.safeParse(first);
  if (!stream) return 'unreadable';
  const times = timesOf(streams);
  const endFrames = container === 'mov' ? soundFramesOf(streams, tags, stream.sample_rate) : undefined;
  return {
    container,
    codec: stream.codec_name,
    rateHz: stream.sample_rate,
    channels: stream.channels,
    layout: stream.channel_layout ?? null,
    bits: stream.bits_per_raw_sample || stream.bits_per_sample || null,
    ...declaredOf(path, container, times.endS),
    ...besidePicture(times, stream.sample_rate),
    ...(endFrames === undefined ? {} : { endFrames }),
  };
}

/** Passes on whole frames from chunks of any length. The buffer is reused for the next frames. */
function framesOf(channels: number, take: (samples: Float32Array) => void) {
  const frameBytes = channels * sampleBytes;
  let held = new Uint8Array(0);
  let kept = 0;
  return (bytes: Uint8Array) => {
    const length = kept + bytes.length;
    if (length > held.length) {
      const grown = new Uint8Array(length + (-length & (sampleBytes - 1)));
      grown.set(held.subarray(0, kept));
      held = grown;
    }
    held.set(bytes, kept);
    const whole = length - (length % frameBytes);
    take(new Float32Array(held.buffer, 0, whole / sampleBytes));
    held.copyWithin(0, whole, length);
    kept = length - whole;
  };
}

/**
 * Returns FFmpeg's arguments for a file's first sound, from the start of the file and without encoder padding; it is
 * preceded by silence if it begins later than the picture. Further filters are appended.
 */
export function soundArgs(
  format: Pick<SoundFormat, 'startFrames' | 'endFrames'>,
  filters: readonly string[] = [],
): readonly string[] {
  const { startFrames } = format;
  const delay = startFrames === undefined ? [] : [`adelay=${startFrames}S:all=1`];
  const all = [...paddingFilters(format), ...delay, ...filters];
  return ['-map', '0:a:0', ...(all.length > 0 ? ['-af', all.join(',')] : [])];
}

/** Returns FFmpeg's arguments for a FLAC of the same sound. */
function renditionArgs(format: SoundFormat, output: string): readonly string[] {
  return [
    ...soundArgs(format),
    '-map_metadata',
    '-1',
    '-c:a',
    'flac',
    // Higher levels take up to a third longer and save at most 2 %.
    '-compression_level',
    '2',
    '-sample_fmt',
    keptBits(format) === 24 ? 's32' : 's16',
    '-f',
    'flac',
    output,
  ];
}

/** Returns FFmpeg's arguments for the samples as floats. */
const samplesArgs = (format: SoundFormat, output: string): readonly string[] => [
  ...soundArgs(format),
  '-c:a',
  'pcm_f32le',
  '-f',
  'f32le',
  output,
];

/**
 * Decodes a file's first sound, from the start of the file, into interleaved samples in whole frames (1 is full scale).
 * With a `rendition`, also writes it as FLAC to that path. Calls `onRead` with the share of the file read so far.
 * Returns the decoder's error output, '' if none.
 */
export async function decodeSound(
  {
    path,
    format,
    rendition,
    onRead,
  }: { path: string; format: SoundFormat; rendition: string | null; onRead?: (share: number) => void },
  take: (samples: Float32Array) => void,
): Promise<string> {
  const plain = plainWaveOf(path, format);
  if (plain && rendition === null) return plain.read(take, onRead);
  // Then FFmpeg only encodes, which takes less time than handing over the samples.
  const said = plain?.read(take, (share) => onRead?.(share / 2)) ?? '';
  const pcm: Output = { name: 'pcm', write: framesOf(format.channels, take) };
  const target = rendition === null ? null : openSync(rendition, 'w');
  const flac: Output[] =
    target === null
      ? []
      : [{ name: 'flac', write: (bytes, at) => void writeSync(target, bytes, 0, bytes.length, at) }];
  try {
    const { code, complaint } = await runFfmpeg({
      program: 'exec',
      path,
      onRead: plain ? (share) => onRead?.((1 + share) / 2) : onRead,
      outputs: plain ? flac : [pcm, ...flac],
      args: (output) => [
        '-v',
        'error',
        ...inputArgs(format.container),
        '-i',
        inputPath,
        ...(plain ? [] : samplesArgs(format, output('pcm'))),
        ...(target === null ? [] : renditionArgs(format, output('flac'))),
      ],
    });
    if (said !== '') return said;
    // This build prints this on every run, even on success.
    const isComplaint = complaint !== '' && complaint !== 'Aborted()';
    return isComplaint ? complaint : code === 0 ? '' : `FFmpeg ended with ${code}`;
  } finally {
    if (target !== null) closeSync(target);
  }
}

type Sound = { readonly path: string; readonly format: SoundFormat };

/** The samples to decode in one pass, at `rateHz`: mono, or all channels. */
type Wanted = {
  readonly rateHz: number;
  readonly channels: 'mono' | 'all';
  readonly take: (samples: Float32Array) => void;
};

/** The share of a channel in the mono mix. Shares differ so that inverted channels do not cancel out. */
export const monoShare = (channel: number) => (channel % 2 === 0 ? 0.6 : 0.4);

const monoOf = (channels: number) =>
  `pan=mono|c0=${Array.from({ length: channels }, (_, channel) => `${monoShare(channel)}*c${channel}`).join('+')}`;

/** Decodes a file's first sound in one pass for all wanted outputs. */
export async function decodeFor({ path, format }: Sound, wanted: readonly Wanted[]): Promise<void> {
  const outputs = wanted.map(({ channels, take }, index) => ({
    name: `pcm${index}`,
    write: framesOf(channels === 'all' ? format.channels : 1, take),
  }));
  const mapped = ({ rateHz, channels }: Wanted) => [
    ...soundArgs(format, channels === 'all' ? [] : [monoOf(format.channels)]),
    '-ar',
    String(rateHz),
  ];
  await runFfmpeg({
    program: 'exec',
    path,
    outputs,
    args: (output) => [
      '-v',
      'error',
      ...inputArgs(format.container),
      '-i',
      inputPath,
      ...wanted.flatMap((each, index) => [
        ...mapped(each),
        '-c:a',
        'pcm_f32le',
        '-f',
        'f32le',
        output(`pcm${index}`),
      ]),
    ],
  });
}
