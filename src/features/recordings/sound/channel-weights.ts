const side = 1.41;

/**
 * How much each channel counts for loudness (ITU-R BS.1770-5, table 4), by FFmpeg's name of the layout and in its order: 1 in
 * front and behind, 1.41 at the sides, where 5.1 has its surround channels too, 0 for the low-frequency channel.
 */
const byLayout: Readonly<Record<string, readonly number[]>> = {
  mono: [1],
  stereo: [1, 1],
  '2.1': [1, 1, 0],
  '3.0': [1, 1, 1],
  '3.1': [1, 1, 1, 0],
  '4.0': [1, 1, 1, 1],
  quad: [1, 1, side, side],
  'quad(side)': [1, 1, side, side],
  '5.0': [1, 1, 1, side, side],
  '5.0(side)': [1, 1, 1, side, side],
  '5.1': [1, 1, 1, 0, side, side],
  '5.1(side)': [1, 1, 1, 0, side, side],
  '6.1': [1, 1, 1, 0, 1, side, side],
  '7.1': [1, 1, 1, 0, 1, 1, side, side],
};

/** What a file with so many channels most likely means where it names no layout. */
const byCount = ['', 'mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];

/** The weights of a file's channels; all count the same where neither its layout nor their number is known here. */
export function channelWeightsOf(channels: number, layout: string | null): readonly number[] {
  const known = byLayout[layout ?? ''] ?? byLayout[byCount[channels] ?? ''];
  return known?.length === channels ? known : Array.from({ length: channels }, () => 1);
}
