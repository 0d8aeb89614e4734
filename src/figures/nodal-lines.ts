import type { Field } from './field.ts';

type Point = readonly [number, number];
type Line = readonly Point[];

/** The cell edges that a contour crosses, in pairs, by which of the four corners (a b / d c) are positive. */
const crossings = '- LT TR LR RB LTRB TB LB BL TB TRBL RB RL TR LT -'.split(' ');

/**
 * Returns u at a point; beyond the rim, that of the nearest point just inside. At a clamped rim u″ = −u′, so nodal
 * lines meet it at a right angle and continue straight.
 */
function beyondRim(field: Field, x: number, y: number): number {
  const r = Math.hypot(x, y);
  if (r > 1.06) return Number.NaN;
  const scale = r > 0.99 ? 0.99 / r : 1;
  return field(x * scale, y * scale).u;
}

/** Returns the contour pieces of u = 0 up to a little beyond the rim, in units of the radius, by marching squares. */
function piecesOf(field: Field, cells: number): [Point, Point][] {
  const size = 2.12 / cells;
  // Slightly off the axes, where every diameter would pass exactly through the corners.
  const at = (i: number) => -1.06 + i * size + 1.7e-5;
  const grid = Array.from({ length: cells + 1 }, (_, j) =>
    Float64Array.from({ length: cells + 1 }, (_unused, i) => beyondRim(field, at(i), at(j))),
  );
  const pieces: [Point, Point][] = [];
  for (let j = 0; j < cells; j += 1) {
    for (let i = 0; i < cells; i += 1) {
      const a = grid[j]?.[i] ?? Number.NaN;
      const b = grid[j]?.[i + 1] ?? Number.NaN;
      const c = grid[j + 1]?.[i + 1] ?? Number.NaN;
      const d = grid[j + 1]?.[i] ?? Number.NaN;
      if (Number.isNaN(a + b + c + d)) continue;
      const corners = Number(a > 0) | (Number(b > 0) << 1) | (Number(c > 0) << 2) | (Number(d > 0) << 3);
      // Most cells are not crossed.
      if (crossings[corners] === '-') continue;
      const edges: Record<string, Point> = {
        T: [at(i + a / (a - b)), at(j)],
        R: [at(i + 1), at(j + b / (b - c))],
        B: [at(i + d / (d - c)), at(j + 1)],
        L: [at(i), at(j + a / (a - d))],
      };
      for (const [pair] of crossings[corners]?.matchAll(/../g) ?? []) {
        const [start, end] = [...pair].map((edge) => edges[edge]);
        if (start && end) pieces.push([start, end]);
      }
    }
  }
  return pieces;
}

/** Joins pieces that share an end into lines. */
function chain(pieces: readonly [Point, Point][]): Line[] {
  const keyOf = ([x, y]: Point) => `${x.toFixed(6)},${y.toFixed(6)}`;
  const ends = new Map<string, [Point, Point][]>();
  for (const piece of pieces) {
    for (const point of piece) ends.set(keyOf(point), [...(ends.get(keyOf(point)) ?? []), piece]);
  }
  const used = new Set<[Point, Point]>();
  const follow = (from: Point): Point[] => {
    const line: Point[] = [];
    for (let point = from; ;) {
      const next = ends.get(keyOf(point))?.find((piece) => !used.has(piece));
      if (!next) return line;
      used.add(next);
      point = keyOf(next[0]) === keyOf(point) ? next[1] : next[0];
      line.push(point);
    }
  };
  return pieces.flatMap((piece) => {
    if (used.has(piece)) return [];
    used.add(piece);
    const forward = follow(piece[1]);
    return [[...follow(piece[0]).toReversed(), piece[0], piece[1], ...forward]];
  });
}

/**
 * Simplifies a line (Ramer, Douglas and Peucker): drops the points within `tolerance` of the line through their
 * neighbours.
 */
function simplify(line: Line, tolerance: number): Line {
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || line.length < 3) return line;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  let farthest = 0;
  let index = 0;
  for (const [i, point] of line.entries()) {
    const [px, py] = [point[0] - first[0], point[1] - first[1]];
    const distance = length > 0 ? Math.abs(dy * px - dx * py) / length : Math.hypot(px, py);
    if (distance > farthest) [farthest, index] = [distance, i];
  }
  if (farthest <= tolerance) return [first, last];
  return [
    ...simplify(line.slice(0, index + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(index), tolerance),
  ];
}

/** Clips a line to the disc, with its ends exactly on the rim. */
function clipped(line: Line): Line {
  const isInside = ([x, y]: Point) => Math.hypot(x, y) < 1;
  const from = Math.max(0, line.findIndex(isInside) - 1);
  const to = line.findLastIndex(isInside) + 2;
  return line.slice(from, to).map((point): Point => {
    const r = Math.max(1, Math.hypot(...point));
    return [point[0] / r, point[1] / r];
  });
}

/** Returns the nodal lines of the membrane, without the rim, as points in units of the radius. */
export function nodalLinesOf(field: Field, { cells = 170, tolerance = 0.0016 } = {}): Line[] {
  return chain(piecesOf(field, cells))
    .map(clipped)
    .filter((line) => line.length > 3)
    .map((line) => simplify(line, tolerance));
}

/**
 * Returns the path data of lines in a `size`×`size` box whose disc has radius `radius`: relative moves, one decimal.
 */
export function pathDataOf(lines: readonly Line[], { size = 200, radius = 97 } = {}): string {
  const tenths = (value: number) => Math.round((size / 2 + value * radius) * 10);
  const write = (value: number) => String(value / 10).replace(/^(-?)0\./, '$1.');
  const pair = (x: number, y: number) => `${write(x)}${y < 0 ? '' : ' '}${write(y)}`;
  return lines
    .map((line) => {
      const isLoop = line.length > 3 && String(line[0]) === String(line.at(-1));
      let data = '';
      let [atX, atY] = [0, 0];
      for (const [i, point] of (isLoop ? line.slice(0, -1) : line).entries()) {
        const [x, y] = [tenths(point[0]), tenths(point[1])];
        data += i === 0 ? `M${pair(x, y)}` : `l${pair(x - atX, y - atY)}`;
        [atX, atY] = [x, y];
      }
      const end = isLoop ? 'z' : '';
      return data.replaceAll(/(?<=l[^lM]+)l(?=[^-])/g, ' ').replaceAll(/(?<=l[^M]+)l/g, '') + end;
    })
    .join('');
}
