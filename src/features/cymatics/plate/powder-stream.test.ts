import { describe, expect, test } from 'vitest';
import { notes, type Note } from '#src/studio/notes.ts';
import { modesAt, modesOfBlend, showBlend, type Blend } from '#src/figures/blend.ts';
import { fieldOf, modesOf, nodalDistanceOf, type Field } from '#src/figures/field.ts';
import { createFieldGrid, layPowder } from './canvas-renderer.ts';
import { createGrains, sceneAt, type Scene } from './plate-scene.ts';
import { look } from './plate-look.ts';

interface Grain {
  readonly x: number;
  readonly y: number;
  readonly opacity: number;
}

const grains = createGrains(4000, 7);
const grid = createFieldGrid();
const only = (note: Note): Blend => [{ note, weight: 1 }];

/** Returns the position of every grain that is (almost) fully visible, in the order of the grains. */
function layOf(scene: Scene): Grain[] {
  const found: Grain[] = [];
  const wave = grid.compose(scene.modes);
  layPowder({ grains, cells: grid.cells }, wave, scene.flights, (x, y, opacity) =>
    found.push({ x, y, opacity }),
  );
  return found;
}

const step = 1e-4;
/** Returns the rise of the field along a short path. */
const slopeOf = (field: Field, [x, y]: [number, number], [dx, dy]: [number, number]) =>
  field(x + dx, y + dy).u - field(x - dx, y - dy).u;

/** Returns the share of the powder that lies within 4 px of the note's nodal lines or the rim. */
function shareOnLines(note: Note, lay: readonly Grain[]): number {
  const field = fieldOf(modesOf(note));
  let [on, all] = [0, 0];
  for (const { x, y, opacity } of lay) {
    const distance = Math.min(nodalDistanceOf(field(x, y)), Math.abs(1 - Math.hypot(x, y)));
    all += opacity;
    if (distance * look.radius < 4) on += opacity;
  }
  return on / all;
}

describe.each(notes.map((note) => [note.id, note] as const))('the powder of %s', (_, note) => {
  const modes = modesOfBlend(only(note));
  const soundingAt = (tS: number, level = 0.7) => layOf(sceneAt(tS, modes, { level, strikesS: [] }));

  test('streams along the lines while it sounds, in one direction around each field', () => {
    const field = fieldOf(modes);
    const [before, after] = [soundingAt(3), soundingAt(3.016)];
    expect(after).toHaveLength(before.length);
    let [along, across, count] = [0, 0, 0];
    before.forEach(({ x, y, opacity }, i) => {
      const { x: toX = x, y: toY = y } = after[i] ?? {};
      const [ux, uy] = [slopeOf(field, [x, y], [step, 0]), slopeOf(field, [x, y], [0, step])];
      const steep = Math.hypot(ux, uy);
      const [dx, dy] = [(toX - x) * look.radius, (toY - y) * look.radius];
      // Grains are invisible while they restart.
      if (opacity < 0.1 || steep === 0 || Math.hypot(dx, dy) > 4 || Math.hypot(x, y) > 0.98) return;
      along += (uy * -dx + ux * dy) / steep;
      across += Math.abs((ux * dx + uy * dy) / steep);
      count += 1;
    });
    // px in one frame
    expect(along / count).toBeGreaterThan(0.2);
    expect(across / count).toBeLessThan(0.6 * (along / count));
  });

  test('stays on the lines while streaming', () => {
    const rest = shareOnLines(note, soundingAt(0, 0));
    for (const tS of [0.1, 0.37, 0.8])
      expect(shareOnLines(note, soundingAt(tS))).toBeGreaterThan(rest - 0.05);
  });

  test('rests when the sound is over, at any moment', () => {
    const rest = soundingAt(0, 0);
    for (const tS of [0.3, 1, 77.7]) expect(soundingAt(tS, 0)).toEqual(rest);
  });

  test('forms the figure 300 ms after a press that navigates, whatever was shown and struck before', () => {
    const settled = shareOnLines(note, soundingAt(0, 0));
    const others = notes.filter((other, i) => other !== note && i % 11 === 0);
    for (const other of others) {
      const showing = showBlend(only(note), 5, showBlend(only(other), 0));
      const sceneOf = (tS: number) =>
        sceneAt(tS, modesAt(showing, tS), { level: 0.7, strikesS: [4.9, 5], leavesS: 5 });
      expect(shareOnLines(note, layOf(sceneOf(5.1)))).toBeLessThan(settled - 0.1);
      expect(shareOnLines(note, layOf(sceneOf(5.3)))).toBeGreaterThan(0.75);
      expect(shareOnLines(note, layOf(sceneOf(5.3)))).toBeGreaterThan(settled - 0.05);
    }
  });
});
