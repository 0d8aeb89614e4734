const side = 1.41;

/** The loudspeaker of each channel by layout, with FFmpeg's names and order. */
const layouts = new Map(
  Object.entries({
    mono: 'FC',
    stereo: 'FL+FR',
    downmix: 'DL+DR',
    '2.1': 'FL+FR+LFE',
    '3.0': 'FL+FR+FC',
    '3.0(back)': 'FL+FR+BC',
    '3.1': 'FL+FR+FC+LFE',
    '4.0': 'FL+FR+FC+BC',
    '4.1': 'FL+FR+FC+LFE+BC',
    quad: 'FL+FR+BL+BR',
    'quad(side)': 'FL+FR+SL+SR',
    '5.0': 'FL+FR+FC+BL+BR',
    '5.0(side)': 'FL+FR+FC+SL+SR',
    '5.1': 'FL+FR+FC+LFE+BL+BR',
    '5.1(side)': 'FL+FR+FC+LFE+SL+SR',
    '6.0': 'FL+FR+FC+BC+SL+SR',
    '6.0(front)': 'FL+FR+FLC+FRC+SL+SR',
    hexagonal: 'FL+FR+FC+BL+BR+BC',
    '6.1': 'FL+FR+FC+LFE+BC+SL+SR',
    '6.1(back)': 'FL+FR+FC+LFE+BL+BR+BC',
    '6.1(front)': 'FL+FR+LFE+FLC+FRC+SL+SR',
    '7.0': 'FL+FR+FC+BL+BR+SL+SR',
    '7.0(front)': 'FL+FR+FC+FLC+FRC+SL+SR',
    '7.1': 'FL+FR+FC+LFE+BL+BR+SL+SR',
    '7.1(wide)': 'FL+FR+FC+LFE+BL+BR+FLC+FRC',
    '7.1(wide-side)': 'FL+FR+FC+LFE+FLC+FRC+SL+SR',
    octagonal: 'FL+FR+FC+BL+BR+BC+SL+SR',
  }),
);

/** The most likely layout by the number of channels, if a file names none. */
const byCount = ['', 'mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];

/**
 * 1 for front, back and top speakers; 1.41 for the sides; 0 for low frequencies. `BL` and `BR` count as sides if there
 * are no side speakers.
 */
const bySpeaker = new Map([
  ...'FL FR FC FLC FRC BC BL BR DL DR TC TFL TFC TFR TBL TBC TBR'
    .split(' ')
    .map((name) => [name, 1] as const),
  ...['SL', 'SR'].map((name) => [name, side] as const),
  ...['LFE', 'LFE2'].map((name) => [name, 0] as const),
]);
const behind = new Set(['BL', 'BR']);

/** The speakers of an unnamed layout: "4 channels (FL+FR+LFE+BC)". */
const namedOnes = /^\d{1,2} channels \(([A-Z\d+]{1,300})\)$/;

/** Returns the weights of a layout; null if it has unsupported speakers. */
function weightsOf(layout: string): readonly number[] | null {
  const speakers = (layouts.get(layout) ?? namedOnes.exec(layout)?.[1] ?? '').split('+');
  const hasSides = speakers.includes('SL');
  const weights = speakers.flatMap((name) =>
    behind.has(name) && !hasSides ? side : (bySpeaker.get(name) ?? []),
  );
  return weights.length === speakers.length ? weights : null;
}

/**
 * Returns the loudness weight of each channel of a file (ITU-R BS.1770-5, table 4). A file without a layout gets the
 * most common layout for its channel count, or equal weights if there is none; null if its layout is unsupported.
 */
export function channelWeightsOf(channels: number, layout: string | null): readonly number[] | null {
  const weights = weightsOf(layout ?? byCount[channels] ?? '');
  if (weights?.length === channels) return weights;
  return layout === null ? Array.from({ length: channels }, () => 1) : null;
}
