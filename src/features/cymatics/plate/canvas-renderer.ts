import { look } from './plate-look.ts';
import { type PlateRenderer, type Scene, grainStride } from './plate-scene.ts';
import { addMode, radialProfileOf, type WeightedMode } from '#src/figures/field.ts';

/** The fields are calculated on a grid of 2 px over the right half of the disc; the left half mirrors it. */
const cellPx = 2;
export const cellsToRim = look.radius / cellPx;
/** Two cells more than the disc, so that every point on it has four neighbours. */
export const columns = cellsToRim + 3;
const rows = 2 * cellsToRim + 5;
export const middleRow = cellsToRim + 2;

/** u, ∂u/∂x, ∂u/∂y of a sum of modes at each grid point, and the mean square of its wavenumber. */
interface FieldGrid {
  readonly cells: Float32Array;
  compose(modes: readonly WeightedMode[]): number;
}

/** Calculates one mode on the grid, beyond the rim, too, so that the rim interpolates well. */
function gridOf(mode: WeightedMode): { cells: Float32Array; zero: number } {
  const profile = radialProfileOf(mode);
  const cells = new Float32Array(columns * rows * 3);
  const point = new Float64Array(3);
  const whole = { m: mode.m, amplitude: 1 };
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 3) {
      point.fill(0);
      addMode(point, profile, whole, column / cellsToRim, (row - middleRow) / cellsToRim);
      for (let i = 0; i < 3; i += 1) cells[at + i] = point[i] ?? 0;
    }
  }
  return { cells, zero: profile.zero };
}

/** Creates a grid that caches every mode (200 kB each). */
export function createFieldGrid(): FieldGrid {
  const known = new Map<string, ReturnType<typeof gridOf>>();
  const cells = new Float32Array(columns * rows * 3);
  return {
    cells,
    compose(modes) {
      let wave = 0;
      cells.fill(0);
      for (const mode of modes) {
        const key = `${mode.m},${mode.n}`;
        const { cells: part, zero } = known.get(key) ?? gridOf(mode);
        known.set(key, { cells: part, zero });
        wave += (mode.amplitude * zero) ** 2;
        const by = mode.amplitude;
        for (let i = 0; i < cells.length; i += 1) cells[i] = (cells[i] ?? 0) + by * (part[i] ?? 0);
      }
      return wave;
    },
  };
}

/** Interpolates u, ∂u/∂x, ∂u/∂y between grid points into `found`. */
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
 * Covers 2×2 px around a point of the unit disc. `clear` is the visible share of the background at each pixel of a
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
 * Places every grain: from home to the line by damped Newton steps p ← p − u∇u/(|∇u|² + …), then its scatter, flight
 * and tremble, with a push along the line. The vertex shader does the same. `put` receives each grain's position on the
 * unit disc and its opacity.
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

const { ground, radius, shade, signal, size } = look;
const half = size / 2;

/** Renders relief, glow and the powder into pixels. The fragment shader does the same. */
function shadePlate(
  { cells, clear }: { cells: Float32Array; clear: Float32Array },
  wave: number,
  { level, relief }: Scene,
  pixels: Uint32Array,
): void {
  const slope = (-look.relief * relief) / Math.sqrt(wave);
  const glowing = look.rest + look.glow * level;
  pixels.fill(0xff000000 | (ground[2] << 16) | (ground[1] << 8) | ground[0]);
  for (let row = half - radius - 1; row < half + radius + 1; row += 1) {
    const py = row + 0.5 - half;
    const gridRow = Math.floor(py / cellPx) + middleRow;
    const fy = py / cellPx + middleRow - gridRow;
    const end = Math.sqrt(Math.max(0, (radius + 0.5) ** 2 - py * py));
    for (let column = 0; column < end; column += 1) {
      const px = column + 0.5;
      const fx = column % 2 === 0 ? 0.25 : 0.75;
      const i = (gridRow * columns + (column >> 1)) * 3;
      const j = i + columns * 3;
      const d = fx * fy;
      const c = fy - d;
      const b = fx - d;
      const a = 1 - fx - c;
      const u = a * (cells[i] ?? 0) + b * (cells[i + 3] ?? 0) + c * (cells[j] ?? 0) + d * (cells[j + 3] ?? 0);
      const uy =
        a * (cells[i + 2] ?? 0) + b * (cells[i + 5] ?? 0) + c * (cells[j + 2] ?? 0) + d * (cells[j + 5] ?? 0);
      const tilt = slope * uy;
      const light = look.plate + Math.max(-look.plate, tilt / (1 + Math.abs(tilt)));
      const q = u * u * u * u;
      const glow = (glowing * q) / (look.ember + q);
      const rim = radius + 0.5 - Math.sqrt(px * px + py * py);
      const inside = rim > 1 ? 1 : rim;
      const r = signal[0] - ground[0] - inside * (light * shade[0] + glow * (signal[0] - ground[0]));
      const g = signal[1] - ground[1] - inside * (light * shade[1] + glow * (signal[1] - ground[1]));
      const bl = signal[2] - ground[2] - inside * (light * shade[2] + glow * (signal[2] - ground[2]));
      const right = row * size + half + column;
      pixels[right] = pixelOf(r, g, bl, clear[right] ?? 1);
      const left = right - 2 * column - 1;
      pixels[left] = pixelOf(r, g, bl, clear[left] ?? 1);
    }
  }
}

/** Returns the signal colour minus the visible background. */
const pixelOf = (r: number, g: number, b: number, seen: number) =>
  0xff000000 |
  ((signal[2] + 0.5 - b * seen) << 16) |
  ((signal[1] + 0.5 - g * seen) << 8) |
  (signal[0] + 0.5 - r * seen);

/** Renders scenes with these grains into the pixels of a canvas (little-endian RGBA). */
export function createRaster(grains: Float32Array): (scene: Scene, pixels: Uint32Array) => void {
  const grid = createFieldGrid();
  const clear = new Float32Array(look.size ** 2);
  const plate = { grains, cells: grid.cells, clear };
  return (scene, pixels) => {
    const wave = grid.compose(scene.modes);
    clear.fill(1);
    layPowder(plate, wave, scene.flights, (x, y, opacity) =>
      splat(clear, [look.radius, look.size], x, y, opacity),
    );
    shadePlate(plate, wave, scene, pixels);
  };
}

/** Renders to a 2D canvas. Returns null if the browser has none. */
export function createCanvasRenderer(canvas: HTMLCanvasElement, grains: Float32Array): PlateRenderer | null {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  const paint = createRaster(grains);
  const image = context.createImageData(look.size, look.size);
  const pixels = new Uint32Array(image.data.buffer);
  return {
    kind: '2d',
    draw(scene) {
      paint(scene, pixels);
      context.putImageData(image, 0, 0);
    },
    gpuMs: () => undefined,
    dispose() {},
  };
}
