import { fieldOf } from '#src/figures/field.ts';
import { modesOfPitches } from '#src/figures/modes-of-pitches.ts';
import { nodalLinesOf } from '#src/figures/nodal-lines.ts';
import { createRandom } from '#src/figures/random.ts';
import type { HeardPitch } from './heard-pitches.ts';

/** The figure is in a square of 200, with its rim at radius 90. */
export const figureBox = { size: 200, radius: 90 } as const;

/** Finer than the site's own drawings, since it is also drawn large. */
const fineness = { cells: 220, tolerance: 0.0016 };
const grainCount = 420;

type Point = readonly [x: number, y: number];

const tenths = (value: number) => Math.round(value * 10);
const written = (value: number) => String(value / 10).replace(/^(-?)0\./, '$1.');

/** Maximum distance of a bend from its corner, in tenths; corners at crossings are kept. */
const longestBend = 50;
const sharpestBend = Math.cos(Math.PI / 4);

/** Returns where the bend around a corner begins and ends; the corner itself, twice, if it is not bent. */
function bendAt(before: Point, corner: Point, after: Point): readonly [Point, Point] {
  const [ax, ay] = [before[0] - corner[0], before[1] - corner[1]];
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]];
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
  if (a === 0 || b === 0 || -(ax * bx + ay * by) < sharpestBend * a * b) return [corner, corner];
  const [toBegin, toEnd] = [Math.min(a / 2, longestBend) / a, Math.min(b / 2, longestBend) / b];
  const on = (dx: number, dy: number, share: number): Point => [
    Math.round(corner[0] + dx * share),
    Math.round(corner[1] + dy * share),
  ];
  return [on(ax, ay, toBegin), on(bx, by, toEnd)];
}

/** Returns one line as path data with rounded corners, smooth at any size: relative moves, one decimal. */
function smoothPathOf(line: readonly Point[]): string {
  const points = line.map(([x, y]): Point => [
    tenths(figureBox.size / 2 + x * figureBox.radius),
    tenths(figureBox.size / 2 + y * figureBox.radius),
  ]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const isLoop = points.length > 3 && String(first) === String(last);
  const corners = isLoop ? points.slice(1) : points.slice(1, -1);
  let at = isLoop ? bendAt(points.at(-2) ?? first, first, points[1] ?? first)[1] : first;
  let data = `M${written(at[0])} ${written(at[1])}`;
  const moves = (...to: readonly Point[]) =>
    to
      .flatMap(([x, y]) => [written(x - at[0]), written(y - at[1])])
      .join(' ')
      .replaceAll(' -', '-');
  const lineTo = (to: Point) => {
    if (String(to) !== String(at)) data += `l${moves(to)}`;
    at = to;
  };
  corners.forEach((corner, index) => {
    const [begin, end] = bendAt(points[index] ?? first, corner, points[index + 2] ?? points[1] ?? first);
    lineTo(begin);
    if (begin === end) return;
    data += `q${moves(corner, end)}`;
    at = end;
  });
  if (!isLoop) lineTo(last);
  return isLoop ? `${data}z` : data;
}

/** Scattered powder on a plate: the same for every sound without a pitch. */
function unsettledPath(): string {
  const random = createRandom(grainCount);
  return Array.from({ length: grainCount }, (_, grain) => {
    // A jittered sunflower spiral.
    const r = 0.97 * figureBox.radius * Math.sqrt((grain + random()) / grainCount);
    const angle = grain * 2.399963 + random() - 0.5;
    const [x, y] = [r * Math.cos(angle), r * Math.sin(angle)].map((away) =>
      tenths(figureBox.size / 2 + away),
    );
    return `M${written(x ?? 0)} ${written(y ?? 0)}h0`;
  }).join('');
}

/**
 * Returns the figure of a recording's pitches as SVG path data: nodal lines, or scattered powder if it has no pitch.
 */
export const figurePathOf = (pitches: readonly HeardPitch[]): string =>
  pitches.length === 0
    ? unsettledPath()
    : nodalLinesOf(fieldOf(modesOfPitches(pitches)), fineness)
        .map(smoothPathOf)
        .join('');
