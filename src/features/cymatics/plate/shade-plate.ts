import { cellPx, columns, middleRow } from './field-grid.ts';
import { look } from './plate-look.ts';
import type { Scene } from './plate-scene.ts';

const { ground, radius, shade, signal, size } = look;
const half = size / 2;

/** Relief, glow and the powder over them into pixels; the fragment shader does the same. */
export function shadePlate(
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

/** The signal colour less what is missing where the ground is seen. */
const pixelOf = (r: number, g: number, b: number, seen: number) =>
  0xff000000 |
  ((signal[2] + 0.5 - b * seen) << 16) |
  ((signal[1] + 0.5 - g * seen) << 8) |
  (signal[0] + 0.5 - r * seen);
