/** The widths at a node and at an antinode. */
export interface WaveRange {
  readonly node: number;
  readonly antinode: number;
}
/** The whole of the width axis. */
export const fullRange: WaveRange = { node: 62, antinode: 125 };

/** The letter spacing of the wordmark in em. */
export const wordmarkTracking = -0.05;

/**
 * Width-axis value (62 to 125) of letter `index` in a line of `count` letters with `antinodes` antinodes:
 * wdth = 62 + 63·sin²(π·m·(i+½)/n). Rounded to steps of 3, for which wave.css has a class each.
 */
export function widthOf(index: number, count: number, antinodes: number, range = fullRange): number {
  const swing = Math.sin((Math.PI * antinodes * (index + 0.5)) / count) ** 2;
  return 62 + 3 * Math.round((range.node - 62 + (range.antinode - range.node) * swing) / 3);
}
