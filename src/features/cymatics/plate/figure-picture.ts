import { name as studioName } from '#content/site.yaml';
import { modesOfBlend, type Blend } from '#src/figures/blend.ts';
import { noteFigureCaption } from '#src/figures/figure-file.ts';
import { createRaster, layPowder, createFieldGrid } from './canvas-renderer.ts';
import { createGrains, sceneAt, type Scene } from './plate-scene.ts';
import { captionColours, look } from './plate-look.ts';

/** Pixels. The figure's circle is at the top, its caption below. */
const size = 2048;
const margin = 120;
const radius = 820;
const middle = 880;
const captionY = 1862;
const lineY = 1944;
const grainCount = 150_000;
const grainPx = 2.4;

const colourOf = (rgb: readonly number[]) => `rgb(${rgb.join(' ')})`;
const signal = colourOf(look.signal);

function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas');
  return context;
}

function blankCanvas(page: Document, side: number): HTMLCanvasElement {
  const canvas = page.createElement('canvas');
  canvas.width = canvas.height = side;
  return canvas;
}

/** Draws the plate's relief without powder, scaled up smoothly from the overlay's size. */
function drawPlate(page: Document, context: CanvasRenderingContext2D, scene: Scene): void {
  const small = blankCanvas(page, look.size);
  const image = new ImageData(look.size, look.size);
  createRaster(new Float32Array(0))(scene, new Uint32Array(image.data.buffer));
  context2d(small).putImageData(image, 0, 0);
  const side = (look.size * radius) / look.radius;
  context.drawImage(small, size / 2 - side / 2, middle - side / 2, side, side);
}

function drawPowder(context: CanvasRenderingContext2D, { modes, flights }: Scene): void {
  const grid = createFieldGrid();
  const wave = grid.compose(modes);
  context.fillStyle = signal;
  layPowder({ grains: createGrains(grainCount, 7), cells: grid.cells }, wave, flights, (x, y, opacity) => {
    context.globalAlpha = Math.min(1, opacity);
    context.fillRect(
      size / 2 + x * radius - grainPx / 2,
      middle + y * radius - grainPx / 2,
      grainPx,
      grainPx,
    );
  });
  context.globalAlpha = 1;
}

function drawRim(context: CanvasRenderingContext2D): void {
  context.strokeStyle = signal;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(size / 2, middle, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** Draws note, frequency and modes on the left and the studio on the right, in the site's fonts. */
async function drawCaption(page: Document, context: CanvasRenderingContext2D, blend: Blend): Promise<void> {
  const styles = getComputedStyle(page.documentElement);
  const large = `500 76px ${styles.getPropertyValue('--f-sans')}`;
  const small = `italic 46px ${styles.getPropertyValue('--f-score')}`;
  const { notes, modes } = noteFigureCaption(blend);
  // Loads only the site's own family: loading fails as a whole if a fallback font is missing.
  const load = (font: string, text: string) => page.fonts.load(font.split(',', 1)[0] ?? font, text);
  await Promise.all([load(large, notes + studioName), load(small, modes)]);
  const write = (text: string, font: string, y: number, align: 'left' | 'right', most: number) => {
    context.font = font;
    context.textAlign = align;
    context.fillStyle = font === small ? captionColours.dim : captionColours.main;
    context.fillText(text, align === 'left' ? margin : size - margin, y, most);
  };
  const width = size - 2 * margin;
  write(notes, large, captionY, 'left', width * 0.62);
  write(studioName, large, captionY, 'right', width * 0.35);
  write(modes, small, lineY, 'left', width);
}

/**
 * Returns the figure of a blend at rest as a PNG file of 2048×2048 with a caption: note, frequency, modes and the
 * studio's name. Load this module on demand: `await import('./figure-picture.ts')`.
 */
export async function figurePngOf(page: Document, blend: Blend): Promise<Blob> {
  const canvas = blankCanvas(page, size);
  const context = context2d(canvas);
  context.fillStyle = colourOf(look.ground);
  context.fillRect(0, 0, size, size);
  const scene = sceneAt(0, modesOfBlend(blend), { level: 0, strikesS: [] });
  drawPlate(page, context, scene);
  drawPowder(context, scene);
  drawRim(context);
  await drawCaption(page, context, blend);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Encoding the picture failed'))));
  });
}
