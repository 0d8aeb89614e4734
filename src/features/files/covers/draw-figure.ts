import site from '#content/site.yaml';
import words from '#content/sound.yaml';
import { captionColours } from '#src/features/cymatics/plate/plate-look.ts';
import { figureBox } from '#src/audio/figure-path.ts';
import { captionLineOf, recordingFigureCaption, type FigureDrawing } from './recording-figure.ts';

/** Colours of the plate and its powder, as in figures saved from the plate. */
const [ground, powder] = ['#0e0d0a', '#f3d24c'];
const middle = figureBox.size / 2;
const shownPx = 400;

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the rim and the lines or grains; `linePx` wide at any size, or that wide in units of the box. */
function linesOf({ path, pitches }: FigureDrawing, width: { linePx: number } | { units: number }): string {
  const isFixed = 'linePx' in width;
  const effect = isFixed ? ' vector-effect="non-scaling-stroke"' : '';
  const line = isFixed ? width.linePx : width.units;
  // Grains scale with small pictures, which they would otherwise cover.
  const inside =
    pitches.length === 0
      ? `<path stroke-width="1.6" stroke-linecap="round" d="${path}"/>`
      : `<path${effect} stroke-width="${line}" d="${path}"/>`;
  return `<g fill="none" stroke="${powder}" stroke-linejoin="round"><circle${effect} stroke-width="${line}" cx="${middle}" cy="${middle}" r="${figureBox.radius}"/>${inside}</g>`;
}

/** Returns a recording's figure as a self-contained SVG file of 1 to 13 kB. Its line width does not scale. */
export function recordingFigureSvg(figure: FigureDrawing): string {
  const caption = recordingFigureCaption(figure.pitches);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shownPx}" height="${shownPx}" viewBox="0 0 ${figureBox.size} ${figureBox.size}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escaped(words.figure.title)}</title>`,
    `<desc id="description">${escaped(captionLineOf(caption))}</desc>`,
    `<rect width="${figureBox.size}" height="${figureBox.size}" fill="${ground}"/>`,
    linesOf(figure, { linePx: 1.25 }),
    '</svg>',
  ].join('');
}

const pngOptions = { palette: true, colours: 32, effort: 4 } as const;

/** Renders an SVG as PNG; the library is loaded on first use. */
async function pngOf(svg: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png(pngOptions).toBuffer();
}

/** Returns a recording's figure as a small square PNG of `sizePx`, for emails and previews. */
export function smallFigurePng(figure: FigureDrawing, sizePx: number): Promise<Uint8Array> {
  const { size } = figureBox;
  const lines = linesOf(figure, { units: Math.max(0.8, (1.1 * size) / sizePx) });
  return pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="${ground}"/>${lines}</svg>`,
  );
}

/** The layout of the saved picture in pixels, as in pictures saved from the plate. */
const saved = { size: 2048, margin: 120, radius: 820, middle: 880, captionY: 1862, lineY: 1944 };

/** Returns a recording's figure as a 2048×2048 PNG with its caption and the studio's name, drawn as outlines. */
export async function savedFigurePng(figure: FigureDrawing): Promise<Uint8Array> {
  const { letteringOf } = await import('./lettering.ts');
  const { size, margin, radius, captionY, lineY } = saved;
  const { pitch, modes } = recordingFigureCaption(figure.pitches);
  const scale = radius / figureBox.radius;
  const width = size - 2 * margin;
  const name = letteringOf(site.name, 'sans', { sizePx: 64, mostPx: width * 0.35 });
  const write = (lettering: { markup: string }, x: number, y: number, colour: string) =>
    `<g transform="translate(${x} ${y})" fill="${colour}">${lettering.markup}</g>`;
  const main = letteringOf(pitch, 'sans', { sizePx: 64, mostPx: width * 0.62 });
  const below = modes === null ? null : letteringOf(modes, 'italic', { sizePx: 44, mostPx: width });
  return pngOf(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${ground}"/>`,
      `<g transform="translate(${size / 2 - middle * scale} ${saved.middle - middle * scale}) scale(${scale})">${linesOf(figure, { units: 0.5 })}</g>`,
      write(main, margin, captionY, captionColours.main),
      write(name, size - margin - name.width, captionY, captionColours.main),
      below ? write(below, margin, lineY, captionColours.dim) : '',
      '</svg>',
    ].join(''),
  );
}
