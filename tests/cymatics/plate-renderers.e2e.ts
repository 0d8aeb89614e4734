import { loadModule } from '../harness/load-module.ts';
import { expect, test } from '../harness/test.ts';

const source = `
export { createCanvasRenderer } from '#src/features/cymatics/plate/canvas-renderer.ts';
export { createWebglRenderer } from '#src/features/cymatics/plate/webgl-renderer.ts';
export { createGrains, sceneAt } from '#src/features/cymatics/plate/plate-scene.ts';
export { modesAt, modesOfBlend, showBlend } from '#src/figures/blend.ts';
export { look } from '#src/features/cymatics/plate/plate-look.ts';
export { notes } from '#src/studio/notes.ts';
`;
type Modules = typeof import('#src/features/cymatics/plate/canvas-renderer.ts') &
  typeof import('#src/features/cymatics/plate/webgl-renderer.ts') &
  typeof import('#src/features/cymatics/plate/plate-scene.ts') &
  typeof import('#src/figures/blend.ts') &
  typeof import('#src/features/cymatics/plate/plate-look.ts') &
  typeof import('#src/studio/notes.ts');

test('draws the same picture in both renderers: less than 2 % apart at rest, in a crossfade, struck and loud', async ({
  page,
}) => {
  const path = await loadModule(page, source);
  await page.goto('/terms');
  const differences = await page.evaluate(async (from) => {
    const m = (await import(from)) as Modules;
    const newCanvas = () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = m.look.size;
      return canvas;
    };
    const grains = m.createGrains(m.look.grainCount, 7);
    const canvases = [newCanvas(), newCanvas()] as const;
    const webgl = m.createWebglRenderer(canvases[0], grains);
    const flat = m.createCanvasRenderer(canvases[1], grains);
    const copy = newCanvas().getContext('2d', { willReadFrequently: true });
    if (!webgl || !flat || !copy) throw new Error('A renderer is missing');
    const pixelsOf = (canvas: HTMLCanvasElement) => {
      copy.drawImage(canvas, 0, 0);
      return copy.getImageData(0, 0, m.look.size, m.look.size).data;
    };
    const found: Record<string, number> = {};
    const compare = (name: string, scene: ReturnType<typeof m.sceneAt>) => {
      webgl.draw(scene);
      flat.draw(scene);
      const [one, other] = [pixelsOf(canvases[0]), pixelsOf(canvases[1])];
      let sum = 0;
      for (let i = 0; i < one.length; i += 1) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
      // Opacity, the fourth channel, is the same everywhere.
      found[name] = sum / (one.length * 0.75) / 255;
    };
    m.notes.forEach((note, i) => {
      const blend = [{ note, weight: 1 }];
      const next = [{ note: m.notes[(i + 1) % 12] ?? note, weight: 1 }];
      const fading = m.showBlend(next, 5, m.showBlend(blend, 0));
      const modes = m.modesOfBlend(blend);
      const rest = { level: 0, strikesS: [] };
      compare(`${note.id} at rest`, m.sceneAt(0, modes, rest));
      compare(`${note.id} breathing`, m.sceneAt(4, m.modesOfBlend(blend, 4), rest));
      compare(`${note.id} fading`, m.sceneAt(5.1, m.modesAt(fading, 5.1), rest));
      compare(`${note.id} struck`, m.sceneAt(7.15, modes, { level: 0.5, strikesS: [7] }));
      compare(`${note.id} loud`, m.sceneAt(9, modes, { level: 1, strikesS: [] }));
    });
    webgl.dispose();
    flat.dispose();
    return found;
  }, path);
  expect(Object.keys(differences)).toHaveLength(60);
  for (const [scene, difference] of Object.entries(differences)) expect(difference, scene).toBeLessThan(0.02);
});
