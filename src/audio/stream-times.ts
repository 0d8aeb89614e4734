import { z } from 'zod';

/**
 * The ffprobe output for a file's streams. This build drops zeros after the decimal point (2.065 becomes 2.65), so
 * times are counted in units of `time_base`.
 */
export type Streams = readonly {
  readonly codec_type?: string | undefined;
  readonly [entry: string]: unknown;
}[];

const timeBase = z.string().regex(/^1\/\d{1,9}$/);

const startedStream = z.object({ start_pts: z.number(), time_base: timeBase });

/** The length of a stream. */
const timedStream = z.object({ duration_ts: z.coerce.number().positive(), time_base: timeBase });

/** Matroska's alternative: the end of a stream or, from programs that write their name next to it, its length. */
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

/** Returns when a stream begins; 0 if unknown. */
function startOf(stream: unknown): number {
  const { data } = startedStream.safeParse(stream);
  return data ? secondsOf(data.start_pts, data.time_base) : 0;
}

/** Returns the declared end of a stream, `zeroS` being the start of the file; null if unknown. */
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

/** If a container has no frame rate, FFmpeg returns that of its clock. */
const mostFrames = 240;

/** Returns the frame rate; undefined if unknown. */
function frameRateOf({ r_frame_rate }: z.infer<typeof pictureStream>): number | undefined {
  const [frames = 0, seconds = 0] = r_frame_rate.split('/').map(Number);
  const rate = frames / seconds;
  return rate >= 1 && rate <= mostFrames ? rate : undefined;
}

/** Returns the timed streams: audio and video. */
const isTimed = (stream: Streams[number]): boolean =>
  stream.codec_type === 'audio' ||
  (stream.codec_type === 'video' && !pictureStream.safeParse(stream).data?.disposition?.attached_pic);

/** A longer declared video is ignored. */
const longestPictureS = 24 * 3600;

/**
 * Returns the delay of a file's first sound relative to the file's start and its end, in seconds, and the end and frame
 * rate of its first video. Browsers and FFmpeg start a file with its first stream. Without video the sound determines
 * the file.
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

/** Samples per packet by codec; encoders pad the last one. */
function packetFramesOf({
  codec_name: codec,
  profile = '',
}: z.infer<typeof encodedSound>): readonly number[] {
  if (codec === 'aac') return [profile.startsWith('HE') ? 2048 : 1024];
  if (codec === 'mp3') return [1152, 576];
  return codec === 'opus' ? [120, 240, 480, 960, 1920, 2880] : [];
}

/** Maximum padding by an encoder at both ends; more is an edit or wrong. */
const mostPadding = 8192;

/** The iTunes note (iTunSMPB): samples before, after and in the sound, all hexadecimal. */
const gaplessNote = z.object({ iTunSMPB: z.string() });
const gaplessFields = /^ *[\dA-F]{8} [\dA-F]{8} [\dA-F]{8} ([\dA-F]{16})( |$)/i;

/**
 * Returns the number of samples of an MP4 file's first sound before its end padding: from the iTunes note, else from
 * its edit list or packet lengths, which FFmpeg reads but rounds to whole packets. Undefined if nothing is to be cut.
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
