import { expect, test } from 'vitest';
import { notes, type Note } from '#src/studio/notes.ts';
import { modesOfBlend } from '#src/figures/blend.ts';
import { orders } from '#src/figures/figure-orders.fixture.ts';
import { createGrains, sceneAt } from './plate-scene.ts';
import { look } from './plate-look.ts';
import { createRaster } from './canvas-renderer.ts';

const { size, grainCount } = look;
const paint = createRaster(createGrains(grainCount, 7));
/** Steps around a ring; the tested turns are multiples of them, within half a step. */
const steps = 720;

/** Returns the red channel along rings about the centre minus the ring's mean, each point averaged over 5×5 px. */
function ringsOf(note: Note): number[][] {
  const pixels = new Uint32Array(size * size);
  paint(sceneAt(0, modesOfBlend([{ note, weight: 1 }]), { level: 0, strikesS: [] }), pixels);
  const redAt = (x: number, y: number) => {
    let sum = 0;
    for (let i = 0; i < 25; i += 1)
      sum += (pixels[(y + Math.floor(i / 5) - 2) * size + x + (i % 5) - 2] ?? 0) & 255;
    return sum / 25;
  };
  return Array.from({ length: 70 }, (_, i) => {
    const r = 30 + 2 * i;
    const ring = Array.from({ length: steps }, (__, step) => {
      const angle = (2 * Math.PI * step) / steps;
      const middle = size / 2 - 0.5;
      return redAt(Math.round(middle + r * Math.sin(angle)), Math.round(middle - r * Math.cos(angle)));
    });
    const mean = ring.reduce((sum, red) => sum + red, 0) / steps;
    return ring.map((red) => (red - mean) * Math.sqrt(r));
  });
}

/** Returns the correlation of a picture with itself turned by a part of a circle: 1 if nothing changes. */
function likenessAfter(rings: readonly (readonly number[])[], parts: number): number {
  const turn = Math.round(steps / parts);
  let [both, own] = [0, 0];
  for (const ring of rings) {
    for (const [i, red] of ring.entries()) {
      both += red * (ring[(i + turn) % steps] ?? 0);
      own += red * red;
    }
  }
  return both / own;
}

test.each(notes.map((note) => [note.id, note] as const))(
  'the powder of %s is symmetric under a turn by the order of the table, and by no smaller one',
  (id, note) => {
    const rings = ringsOf(note);
    const alike = Array.from({ length: 23 }, (_, i) => i + 2).filter(
      (parts) => likenessAfter(rings, parts) > 0.6,
    );
    expect(Math.max(...alike)).toBe(orders[id]);
  },
);
