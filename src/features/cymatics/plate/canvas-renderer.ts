import { look } from './plate-look.ts';
import { createRaster } from './plate-raster.ts';
import type { PlateRenderer } from './plate-renderer.ts';

/** Draws on a 2D canvas; null where the browser has none. */
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
