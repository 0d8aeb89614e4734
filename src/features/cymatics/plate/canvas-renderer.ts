import { createFieldGrid } from './field-grid.ts';
import { layPowder, splat } from './lay-powder.ts';
import { look } from './plate-look.ts';
import type { PlateRenderer, Scene } from './plate-scene.ts';
import { shadePlate } from './shade-plate.ts';

/** Paints scenes with these grains into the pixels of a canvas (little-endian RGBA). */
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
