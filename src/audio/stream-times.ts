import { z } from 'zod';

/** What ffprobe prints of a file's streams. Of fractions this build prints no zeros behind the point (2.065 as 2.65), so times are counted in units of `time_base`. */
export type Streams = readonly {
  readonly codec_type?: string | undefined;
  readonly [entry: string]: unknown;
}[];

const timeBase = z.string().regex(/^1\/\d{1,9}$/);

const startedStream = z.object({ start_pts: z.number(), time_base: timeBase });

/** The length of a stream. */
const timedStream = z.object({ duration_ts: z.coerce.number().positive(), time_base: timeBase });

/** What Matroska has instead: where a stream ends, or, by the programs that name themselves beside it, how long it is. */
const taggedStream = z.object({
  tags: z.object({
    DURATION: z.string().regex(/^\d{1,4}:\d\d:\d\d(\.\d{1,9})?$/),
    _STATISTICS_WRITING_APP: z.string().optional(),
  }),
});

/** A fraction, as 30000/1001. */
const pictureStream = z.object({
  r_frame_rate: z.string().regex(/^\d{1,9}\/\d{1,9}$/),
  disposition: z.object({ attached_pic: z.number() }).partial().optional(),
});

const secondsOf = (units: number, base: string) => units / Number(base.slice(2));

/** When a stream begins; 0 where nothing is said of it. */
function startOf(stream: unknown): number {
  const { data } = startedStream.safeParse(stream);
  return data ? secondsOf(data.start_pts, data.time_base) : 0;
}

/** When a stream is said to end, `zeroS` being when the file begins; null where nothing is said. */
function endOf(stream: unknown, zeroS: number): number | null {
  const startS = startOf(stream) - zeroS;
  const { data: timed } = timedStream.safeParse(stream);
  if (timed) return startS + secondsOf(timed.duration_ts, timed.time_base);
  const { data: tagged } = taggedStream.safeParse(stream);
  if (!tagged) return null;
  const { DURATION, _STATISTICS_WRITING_APP } = tagged.tags;
  const [hours = 0, minutes = 0, seconds = 0] = DURATION.split(':').map(Number);
  const saidS = 3600 * hours + 60 * minutes + seconds;
  return _STATISTICS_WRITING_APP === undefined ? saidS - zeroS : startS + saidS;
}

/** Where a container has no frame rate, FFmpeg says that of its clock. */
const mostFrames = 240;

/** Frames a second; undefined where nothing is known of it. */
function frameRateOf({ r_frame_rate }: z.infer<typeof pictureStream>): number | undefined {
  const [frames = 0, seconds = 0] = r_frame_rate.split('/').map(Number);
  const rate = frames / seconds;
  return rate >= 1 && rate <= mostFrames ? rate : undefined;
}

/** Those streams that last: sounds, and pictures that move. */
const isTimed = (stream: Streams[number]): boolean =>
  stream.codec_type === 'audio' ||
  (stream.codec_type === 'video' && !pictureStream.safeParse(stream).data?.disposition?.attached_pic);

/** What is said of a picture that is longer is not believed. */
const longestPictureS = 24 * 3600;

/**
 * What a file says of when its first sound is heard, in seconds: how much later than the file that begins, and where it ends; and of its first
 * picture that moves, where it ends and how many frames a second it has. Browsers and FFmpeg begin a file with whatever begins first in it. Without a picture the
 * sound is the file.
 */
export function timesOf(streams: Streams) {
  const timed = streams.filter(isTimed);
  const sound = timed.find(({ codec_type }) => codec_type === 'audio');
  const picture = timed.find(({ codec_type }) => codec_type === 'video');
  const zeroS = Math.min(...(picture ? timed : [sound]).map(startOf));
  const pictureEndS = picture ? endOf(picture, zeroS) : null;
  const { data: moving } = pictureStream.safeParse(picture);
  return {
    startS: startOf(sound) - zeroS,
    endS: endOf(sound, zeroS),
    pictureEndS:
      pictureEndS !== null && pictureEndS > 0 && pictureEndS <= longestPictureS ? pictureEndS : null,
    frameRate: moving && frameRateOf(moving),
  };
}

const encodedSound = z.object({
  codec_name: z.string(),
  profile: z.string().optional(),
  nb_frames: z.coerce.number().int().positive(),
});

/** How many samples each packet may hold, by codec; an encoder fills the last one up. */
function packetFramesOf({
  codec_name: codec,
  profile = '',
}: z.infer<typeof encodedSound>): readonly number[] {
  if (codec === 'aac') return [profile.startsWith('HE') ? 2048 : 1024];
  if (codec === 'mp3') return [1152, 576];
  return codec === 'opus' ? [120, 240, 480, 960, 1920, 2880] : [];
}

/** Most that an encoder adds at both ends; what leaves out more is an edit, or untrue. */
const mostPadding = 8192;

/** iTunes’ note: samples before and behind the sound, and in it, all hexadecimal. */
const gaplessNote = z.object({ iTunSMPB: z.string() });
const gaplessFields = /^ *[\dA-F]{8} [\dA-F]{8} [\dA-F]{8} ([\dA-F]{16})( |$)/i;

/**
 * How many samples an MP4 file's first sound has before the padding at its end: by iTunes' note, else by its edit list or the
 * lengths of its packets, which FFmpeg reads but cuts to whole packets. Undefined where nothing is to be cut.
 */
export function soundFramesOf(streams: Streams, tags: unknown, rateHz: number): number | undefined {
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  const { data: encoded } = encodedSound.safeParse(sound);
  if (!encoded) return undefined;
  const noted = gaplessFields.exec(gaplessNote.safeParse(tags).data?.iTunSMPB ?? '')?.[1];
  const { data: timed } = timedStream.safeParse(sound);
  const said = timed && secondsOf(timed.duration_ts, timed.time_base) * rateHz;
  const frames = noted === undefined ? said && Math.round(said) : Number.parseInt(noted, 16);
  if (!frames) return undefined;
  const paddings = packetFramesOf(encoded).map((packetFrames) => encoded.nb_frames * packetFrames - frames);
  return paddings.some((padding) => padding > 0 && padding <= mostPadding) ? frames : undefined;
}
