import { describe, expect, test } from 'vitest';
import { notes, type Note } from '#src/studio/notes.ts';
import { modesOfBlend } from '#src/figures/blend.ts';
import { createFieldGrid, layPowder, splat, createRaster } from './canvas-renderer.ts';
import { fieldOf, modesOf, nodalDistanceOf } from '#src/figures/field.ts';
import { createGrains, sceneAt, type Scene } from './plate-scene.ts';
import { look } from './plate-look.ts';

const { radius, size } = look;
const grains = createGrains(look.grainCount, 7);
const paint = createRaster(grains);
const grid = createFieldGrid();
const quiet = { level: 0, strikesS: [] };
const restOf = (note: Note) => sceneAt(0, modesOfBlend([{ note, weight: 1 }]), quiet);

const pictureOf = (scene: Scene) => {
  const pixels = new Uint32Array(size * size);
  paint(scene, pixels);
  return new Uint8Array(pixels.buffer);
};
/** Returns how much powder lies at each pixel, with the pixel's position on the unit disc. */
const powderOf = (scene: Scene) => {
  const clear = new Float32Array(size * size).fill(1);
  const wave = grid.compose(scene.modes);
  layPowder({ grains, cells: grid.cells }, wave, scene.flights, (x, y, opacity) =>
    splat(clear, [radius, size], x, y, opacity),
  );
  const at = (i: number) => (i + 0.5 - size / 2) / radius;
  const powder: { amount: number; x: number; y: number }[] = [];
  clear.forEach((open, i) => {
    if (open < 1) powder.push({ amount: 1 - open, x: at(i % size), y: at(Math.floor(i / size)) });
  });
  return powder;
};
/** Returns the mean distance of the powder from the nodal lines or the rim, in px, without the flat centre. */
const meanDistance = (note: Note, scene: Scene) => {
  const field = fieldOf(modesOf(note));
  let [sum, weight] = [0, 0];
  for (const { amount, x, y } of powderOf(scene)) {
    const r = Math.hypot(x, y);
    if (r < 0.15) continue;
    const distance = Math.min(nodalDistanceOf(field(x, y)), Math.abs(1 - r), 0.2);
    sum += amount * distance * radius;
    weight += amount;
  }
  return sum / weight;
};

/** Returns true if two pictures are identical. */
const isSame = (one: Uint8Array, other: Uint8Array | undefined) =>
  other !== undefined && Buffer.from(one.buffer).equals(other);

const atRest = notes.map((note) => {
  const rest = restOf(note);
  return { note, rest, away: meanDistance(note, rest), picture: pictureOf(rest) };
});

describe('the powder', () => {
  test('lies on the nodal lines: less than 3 px away on average, a third of the distance on an even plate', () => {
    for (const { note, rest, away } of atRest) {
      const even = { ...rest, flights: rest.flights.map((_, i) => (i % 3 === 0 ? 4 : 0)) };
      expect(away, note.id).toBeLessThan(3);
      expect(away, note.id).toBeLessThan(meanDistance(note, even) / 3);
    }
  });

  test('stays on the plate, also in flight, and never runs out', () => {
    for (const { note, rest } of atRest) {
      for (const scene of [rest, sceneAt(0.1, modesOf(note), { level: 1, strikesS: [0] })]) {
        const powder = powderOf(scene);
        expect(powder.every(({ x, y }) => Math.hypot(x, y) < 1 + 1.5 / radius)).toBe(true);
        const covered = powder.reduce((sum, { amount }) => sum + amount, 0) / (Math.PI * radius ** 2);
        expect(covered, note.id).toBeGreaterThan(0.08);
        expect(covered, note.id).toBeLessThan(0.3);
      }
    }
  });

  test('leaves the lines when struck and returns to them by the end of the strike', () => {
    for (const { note, away, picture } of atRest) {
      const struck = (tS: number) => sceneAt(tS, modesOf(note), { level: 0, strikesS: [0] });
      expect(meanDistance(note, struck(0.1)), note.id).toBeGreaterThan(1.5 * away);
      expect(isSame(pictureOf(struck(0.9)), picture), note.id).toBe(true);
    }
  });
});

describe('the picture', () => {
  const pictures = atRest.map(({ picture }) => picture);

  test('is the same for the same scene, whatever was drawn in between', () => {
    for (const { rest, picture } of atRest) expect(isSame(pictureOf(rest), picture)).toBe(true);
  });

  test('differs for every note', () => {
    for (const [i, one] of pictures.entries()) {
      for (const other of pictures.slice(i + 1)) {
        let difference = 0;
        for (let at = 0; at < one.length; at++) difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
        expect(difference / one.length / 255).toBeGreaterThan(0.03);
      }
    }
  });

  test('becomes finer with every note', () => {
    const waves = notes.map((note) => Math.sqrt(grid.compose(restOf(note).modes)));
    expect(waves).toEqual(waves.toSorted((a, b) => a - b));
    expect((waves.at(-1) ?? 0) / (waves[0] ?? 1)).toBeGreaterThan(1.8);
  });

  test('is the background outside the plate, and glows with the level', () => {
    const lightOf = (level: number) =>
      pictureOf({ ...restOf(notes[0] as Note), level }).reduce((sum, value) => sum + value, 0);
    expect([...(pictures[0]?.subarray(0, 4) ?? [])]).toEqual([...look.ground, 255]);
    expect(lightOf(0.5)).toBeGreaterThan(1.02 * lightOf(0));
    expect(lightOf(1)).toBeGreaterThan(1.02 * lightOf(0.5));
  });
});
