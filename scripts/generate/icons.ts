import sharp from 'sharp';
import { fieldOf } from '#src/figures/field.ts';
import { nodalLinesOf, pathDataOf } from '#src/figures/nodal-lines.ts';

/**
 * Returns the mark at icon size: a coarser figure of the same model, because the twelve are too fine for 16 px. `inset`
 * leaves a margin for a maskable icon.
 */
export function iconSvg({ inset = 0, corner = 44 } = {}): string {
  const field = fieldOf([
    { m: 3, n: 2, amplitude: 1 },
    { m: 0, n: 2, amplitude: 0.55 },
  ]);
  const path = pathDataOf(nodalLinesOf(field, { cells: 260, tolerance: 0.0004 }));
  const scale = 0.86 - inset;
  const shift = 100 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" rx="${corner}" fill="#0e0d0a"/><g transform="translate(${shift} ${shift}) scale(${scale})" fill="none" stroke="#f3d24c" stroke-width="11"><circle cx="100" cy="100" r="97"/><path d="${path}"/></g></svg>`;
}

/** Returns a square PNG of an icon. */
export async function iconPng(svg: string, sizePx: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 400 }).resize(sizePx, sizePx).png({ palette: true }).toBuffer();
}

/**
 * Returns an .ico file with one PNG (allowed since Windows Vista), for clients that request /favicon.ico by default.
 */
export async function faviconIco(): Promise<Buffer> {
  const png = await iconPng(iconSvg(), 32);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}
