/**
 * The look of the plate: every number that both renderers share, so that they draw the same picture. Lengths are in px
 * of the canvas unless noted otherwise; field values are relative to their root mean square over the disc.
 */
export const look = {
  size: 400,
  radius: 180,
  grainCount: 18_000,
  /** Newton steps from home to the line, and what damps them: swelling u and a flat field. */
  steps: 4,
  swell: 0.28,
  flat: 0.0006,
  /** Standard deviation of a line in radians of the mean wave, and how much wider it is where the plate is flatter. */
  lineWidth: 0.15,
  narrowest: 0.85,
  widening: 0.6,
  /** If the plate moves more than this, all grains are visible. */
  lively: 0.006,
  /**
   * The smallest and largest share of its way home that a struck grain flies; and the sideways flight in units of the
   * radius.
   */
  flight: [0.25, 0.75],
  sideways: 0.02,
  /** The largest swing of a grain's own offset from the line, as a share of it. */
  tremble: 0.5,
  /** How far a grain streams along the line to either side, in radians of the mean wave, and how often a second. */
  stream: 1.1,
  streamHz: 1.7,
  /**
   * The slope, as a share of the mean slope, that counts as level. Where lines cross and have no direction, grains
   * hardly stream.
   */
  slack: 0.04,
  /** The opacity of the dimmest and the brightest grain. */
  dim: 0.4,
  bright: 1.7,
  /** How much brighter a grain is in the air. */
  sparkle: 0.5,
  ground: [14, 13, 10],
  signal: [243, 210, 76],
  /** The shading of a slope of 1, and the plate's lightness above the background, in the colour `shade`. */
  shade: [58, 56, 50],
  plate: 0.08,
  relief: 0.42,
  /** The share of the signal colour at an antinode at full level, and at rest. */
  glow: 0.55,
  rest: 0.03,
  /** The fourth power of the displacement that glows half as much as possible: larger values make smaller embers. */
  ember: 7,
} as const;

/** The colours of the caption below a saved figure. */
export const captionColours = { main: '#f0ede3', dim: '#bab6aa' };
