import { createFaces, facesOf, type TextFace } from '#src/platform/pdf/pdf-faces.ts';

const faces = createFaces();

/**
 * Returns a line of text as SVG outlines, so that a picture needs no font: baseline at y = 0, left edge at x = 0,
 * condensed if wider than `mostPx`.
 */
export function letteringOf(
  text: string,
  face: TextFace,
  { sizePx, mostPx }: { readonly sizePx: number; readonly mostPx: number },
): { readonly markup: string; readonly width: number } {
  // The first face needed by any letter (such as a sharp sign) contains the other letters too.
  const other = facesOf(text, face, faces).find((set) => set.face !== face);
  const font = faces.fontOf(other?.face ?? face);
  const { glyphs, positions } = font.layout(text);
  const scale = sizePx / font.unitsPerEm;
  let x = 0;
  const outlines = glyphs.map((glyph, index) => {
    const outline = `<path transform="translate(${x} 0)" d="${glyph.path.toSVG()}"/>`;
    x += positions[index]?.xAdvance ?? 0;
    return outline;
  });
  const squeeze = Math.min(1, mostPx / Math.max(1, x * scale));
  return {
    markup: `<g transform="scale(${scale * squeeze} ${-scale})">${outlines.join('')}</g>`,
    width: x * scale * squeeze,
  };
}
