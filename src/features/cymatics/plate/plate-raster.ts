import { createFieldGrid } from './field-grid.ts';
import { layPowder } from './lay-powder.ts';
import { look } from './plate-look.ts';
import type { Scene } from './plate-scene.ts';
import { shadePlate } from './shade-plate.ts';

/** Paints scenes with these grains into the pixels of a canvas (little-endian RGBA). */
export function createRaster(grains: Float32Array): (scene: Scene, pixels: Uint32Array) => void {
  const grid = createFieldGrid();
  const clear = new Float32Array(look.size ** 2);
  const plate = { grains, cells: grid.cells, clear };
  return (scene, pixels) => {
    const wave = grid.compose(scene.modes);
    clear.fill(1);
    layPowder(plate, wave, scene.flights);
    shadePlate(plate, wave, scene, pixels);
  };
}
