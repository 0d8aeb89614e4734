import { expect, test } from 'vitest';
import { createFlight, wholePlate, type Grains } from './strike-powder.client.ts';

const size = 100;
const frameS = 1 / 60;
const colour = 0xff4cd2f3;

/** One grain in the middle of each quarter, and one near the right edge, which jumps outwards. */
const places = [25 * size + 25, 25 * size + 75, 75 * size + 25, 75 * size + 75, 50 * size + 98];
const grains: Grains = {
  places: Uint32Array.from(places),
  colours: Uint32Array.from(places, () => colour),
  across: Float32Array.of(0.5, 0.5, 0.5, 0.5, 1),
  down: new Float32Array(places.length),
};

function createPicture() {
  const pixels = new Uint32Array(size ** 2);
  const flight = createFlight(grains, size);
  /** Where grains are after so many frames, in the order of the pixels. */
  const after = (frames: number) => {
    let isMoving = true;
    for (let frame = 0; frame < frames; frame += 1) isMoving = flight.draw(pixels, frameS);
    return { isMoving, seen: [...pixels.keys()].filter((at) => pixels[at] === colour) };
  };
  return { ...flight, after };
}
const atRest = { isMoving: false, seen: places.toSorted((a, b) => a - b) };

test('struck powder jumps, settles within a second and a half, and lies where it lay', () => {
  const picture = createPicture();
  expect(picture.after(1)).toEqual(atRest);
  picture.strike(wholePlate);
  const flying = picture.after(5);
  expect(flying.isMoving).toBe(true);
  expect(flying.seen).toHaveLength(places.length);
  expect(flying.seen.filter((at) => places.includes(at))).toEqual([]);
  expect(picture.after(90)).toEqual(atRest);
});

test('powder leaps where it is struck, and not far from there', () => {
  const picture = createPicture();
  picture.strike({ x: -0.5, y: -0.5, width: 0.25, height: 1 });
  const { seen } = picture.after(5);
  expect(seen).not.toContain(places[0]);
  expect(seen).toEqual(expect.arrayContaining(places.slice(1)));
});

test('however often it is struck, no grain leaves the plate', () => {
  const picture = createPicture();
  for (let strike = 0; strike < 50; strike += 1) {
    picture.strike(wholePlate);
    for (const at of picture.after(1).seen) {
      expect(Math.hypot((at % size) - size / 2, Math.floor(at / size) - size / 2)).toBeLessThanOrEqual(
        size / 2,
      );
    }
  }
});

test('powder that is laid to rest does not go on', () => {
  const picture = createPicture();
  picture.strike(wholePlate);
  picture.after(3);
  picture.rest();
  expect(picture.after(1)).toEqual(atRest);
});
