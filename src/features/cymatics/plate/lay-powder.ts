import { cellsToRim, columns, middleRow } from './field-grid.ts';
import { grainStride } from './grains.ts';
import { look } from './plate-look.ts';

/** u, ∂u/∂x, ∂u/∂y between the points of the grid, into `found`. */
function read(cells: Float32Array, x: number, y: number, found: Float64Array): void {
  const gx = Math.abs(x) * cellsToRim;
  const gy = y * cellsToRim + middleRow;
  const column = gx | 0;
  const row = gy | 0;
  const fx = gx - column;
  const d = fx * (gy - row);
  const c = gy - row - d;
  const b = fx - d;
  const a = 1 - fx - c;
  const i = (row * columns + column) * 3;
  const j = i + columns * 3;
  found[0] = a * (cells[i] ?? 0) + b * (cells[i + 3] ?? 0) + c * (cells[j] ?? 0) + d * (cells[j + 3] ?? 0);
  const ux =
    a * (cells[i + 1] ?? 0) + b * (cells[i + 4] ?? 0) + c * (cells[j + 1] ?? 0) + d * (cells[j + 4] ?? 0);
  found[1] = x < 0 ? -ux : ux;
  found[2] =
    a * (cells[i + 2] ?? 0) + b * (cells[i + 5] ?? 0) + c * (cells[j + 2] ?? 0) + d * (cells[j + 5] ?? 0);
}

/**
 * Covers 2×2 px around a point of the unit disc; `clear` is the share of the ground still seen at each pixel of a
 * square picture.
 */
export function splat(
  clear: Float32Array,
  [radius, size]: readonly [radius: number, size: number],
  x: number,
  y: number,
  opacity: number,
): void {
  const px = x * radius + (size / 2 - 0.5);
  const py = y * radius + (size / 2 - 0.5);
  const column = px | 0;
  const row = py | 0;
  const fx = px - column;
  const d = fx * (py - row);
  const c = py - row - d;
  const b = fx - d;
  const i = row * size + column;
  clear[i] = (clear[i] ?? 0) * Math.max(0, 1 - opacity * (1 - fx - c));
  clear[i + 1] = (clear[i + 1] ?? 0) * Math.max(0, 1 - opacity * b);
  clear[i + size] = (clear[i + size] ?? 0) * Math.max(0, 1 - opacity * c);
  clear[i + size + 1] = (clear[i + size + 1] ?? 0) * Math.max(0, 1 - opacity * d);
}

/**
 * Lays every grain: from home to the line by damped Newton steps p ← p − u∇u/(|∇u|² + …), then its scatter, flight and
 * tremble, and on the way there a push along the line. The vertex shader does the same. `put` gets each grain's place on
 * the unit disc and its opacity.
 */
export function layPowder(
  { grains, cells }: { grains: Float32Array; cells: Float32Array },
  wave: number,
  flights: Float32Array,
  put: (x: number, y: number, opacity: number) => void,
): void {
  const found = new Float64Array(3);
  const line = look.lineWidth / Math.sqrt(wave);
  const stream = look.stream / Math.sqrt(wave);
  for (let g = 0; g < grains.length; g += grainStride) {
    const homeX = grains[g] ?? 0;
    const homeY = grains[g + 1] ?? 0;
    const pull = grains[g + 5] ?? 0;
    const threshold = grains[g + 6] ?? 0;
    const flight = (grains[g + 7] ?? 0) * 3;
    const lift = flights[flight] ?? 0;
    const along = flights[flight + 1] ?? 0;
    let x = homeX;
    let y = homeY;
    let steep = 0;
    let seen = 0;
    for (let step = 0; step < look.steps; step += 1) {
      read(cells, x, y, found);
      const u = found[0] ?? 0;
      const ux = found[1] ?? 0;
      const uy = found[2] ?? 0;
      steep = ux * ux + uy * uy;
      if (step === 0) seen = ((steep / wave + u * u) / look.lively - threshold) * 4 + 0.5;
      if (seen <= 0) break;
      const way = (pull * u) / (steep + wave * (look.swell * u * u + look.flat));
      x -= way * ux;
      y -= way * uy;
      if (step === 1) {
        const push = (stream * along) / Math.sqrt(steep + look.slack * wave);
        x -= push * uy;
        y += push * ux;
      }
      const r = Math.max(1, Math.sqrt(x * x + y * y));
      x /= r;
      y /= r;
    }
    if (seen <= 0) continue;
    const home = lift * (look.flight[0] + (look.flight[1] - look.flight[0]) * threshold);
    const tremble = 1 + look.tremble * (flights[flight + 2] ?? 0);
    const width =
      line * tremble * (look.narrowest + look.widening / (1 + (2 * steep) / wave)) + lift * look.sideways;
    x += home * (homeX - x) + width * (grains[g + 2] ?? 0);
    y += home * (homeY - y) + width * (grains[g + 3] ?? 0);
    // A grain that would leave the plate is reflected back inside.
    const r = Math.sqrt(x * x + y * y);
    const back = r > 1 ? 2 / r - 1 : 1;
    const brightness = look.dim + (look.bright - look.dim) * (grains[g + 4] ?? 0);
    put(x * back, y * back, Math.min(1, seen) * brightness * (1 + look.sparkle * lift) * (1 - along ** 4));
  }
}
