/**
 * How the plate looks: every number that both renderers share, so that they draw one picture. Lengths in px of the
 * canvas unless said otherwise; field values are relative to their root mean square over the disc.
 */
export const look = {
  size: 400,
  radius: 180,
  grainCount: 18_000,
  /** Newton steps from home to the line, and what damps them: swelling u and a flat field. */
  steps: 4,
  swell: 0.28,
  flat: 0.0006,
  /** Standard deviation of a line, in radians of the mean wave; how much wider where the plate is flatter. */
  lineWidth: 0.15,
  narrowest: 0.85,
  widening: 0.6,
  /** If the plate moves more than this, all grains are shown. */
  lively: 0.006,
  /** Share of its way home that a grain flies when struck, least and most; and sideways in units of the radius. */
  flight: [0.25, 0.75],
  sideways: 0.02,
  /** How much a grain's own offset from the line swings at most, as a share of it. */
  tremble: 0.5,
  /** How far along the line a grain streams to either side of its place, in radians of the mean wave; how often a second. */
  stream: 1.1,
  streamHz: 1.7,
  /**
   * The slope, as a share of the mean slope, that counts as level: where lines cross and have no direction, grains hardly stream.
   */
  slack: 0.04,
  /** Opacity of the dimmest and the brightest grain. */
  dim: 0.4,
  bright: 1.7,
  /** How much brighter a grain is in the air, where it catches the light. */
  sparkle: 0.5,
  ground: [14, 13, 10],
  signal: [243, 210, 76],
  /** Height of the shade of a slope of 1, and the plate's own lightness above the ground, in the colour `shade`. */
  shade: [58, 56, 50],
  plate: 0.08,
  relief: 0.42,
  /** Share of the signal colour at an antinode when it is loudest, and at rest. */
  glow: 0.55,
  rest: 0.03,
  /** Fourth power of the displacement that glows half as much as it can: the larger, the smaller the ember. */
  ember: 7,
} as const;

/** The lettering below a figure that is saved as a picture, whatever made the figure. */
export const captionColours = { main: '#f0ede3', dim: '#bab6aa' };
