import { describe, expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { besselJ, besselJAndSlope, besselZero, fieldOf, modesOf } from './field.ts';
import { measuredOrderOf, orders } from './figure-orders.fixture.ts';

describe('Bessel functions agree with published values to 1e-9', () => {
  // Abramowitz and Stegun, tables 9.1, 9.2 and 9.5.
  test.each([
    [0, 1, 0.7651976865579666],
    [0, 10, -0.2459357644513483],
    [1, 5, -0.3275791375914652],
    [2, 10, 0.2546303136851206],
    [5, 5, 0.261140546120175],
    [0, 50, 0.05581232766925181],
    [1, 1e-3, 0.0004999999375000026],
    [50, 50, 0.1214090219761506],
    [10, 10, 0.2074861066333589],
    [20, 25, 0.0519940492283032],
  ])('J_%i(%f)', (m, x, published) => {
    expect(Math.abs(besselJ(m, x) - published)).toBeLessThan(1e-9);
  });

  test.each([
    [0, 1, 2.404825557695773],
    [0, 5, 14.930917708487787],
    [1, 1, 3.831705970207512],
    [2, 5, 17.95981949498783],
    [5, 1, 8.771483815959954],
    [8, 1, 12.225092264004655],
    [0, 20, 62.04846919022717],
    [7, 2, 14.82126872701318],
  ])('j_%i,%i', (m, n, published) => {
    expect(Math.abs(besselZero(m, n) - published)).toBeLessThan(1e-9);
  });

  test('the slope is the limit of the difference quotients', () => {
    for (const m of [0, 1, 7, 20]) {
      const x = 11.3;
      const difference = (besselJ(m, x + 1e-6) - besselJ(m, x - 1e-6)) / 2e-6;
      expect(besselJAndSlope(m, x)[1]).toBeCloseTo(difference, 8);
      expect(besselJAndSlope(m, x)[0]).toBe(besselJ(m, x));
    }
  });
});

/** The zeros in the model's table, to four decimals. */
const tableZeros: Record<string, readonly [number, number]> = {
  C4: [14.8213, 14.9309],
  'C#4': [16.0378, 18.0711],
  D4: [17.0038, 16.6983],
  'D#4': [17.9598, 17.0038],
  E4: [18.9801, 18.4335],
  F4: [20.3208, 21.2116],
  'F#4': [21.117, 20.7899],
  G4: [22.5827, 24.2339],
  'G#4': [24.019, 24.4949],
  A4: [25.4303, 25.4171],
  'A#4': [26.8202, 28.0267],
  B4: [28.1912, 26.9074],
};

describe('the twelve figures', () => {
  test.each(notes.map((note) => [note.id, note] as const))('%s has the zeros of the table', (id, note) => {
    const [primary, secondary] = tableZeros[id] ?? [];
    expect(besselZero(note.primary.m, note.primary.n)).toBeCloseTo(primary ?? Number.NaN, 3);
    expect(besselZero(note.secondary.m, note.secondary.n)).toBeCloseTo(secondary ?? Number.NaN, 3);
  });

  test('fineness rises from note to note, close to 0.057568 rad/Hz', () => {
    const zeros = notes.map(({ primary }) => besselZero(primary.m, primary.n));
    expect(zeros).toEqual(zeros.toSorted((a, b) => a - b));
    notes.forEach(({ hz }, i) => expect(Math.abs((zeros[i] ?? 0) - 0.057568 * hz)).toBeLessThan(0.35));
  });

  test('each mode has mean square 1 over the disc', () => {
    for (const mode of notes.flatMap((note) => [note.primary, note.secondary])) {
      const field = fieldOf([{ ...mode, amplitude: 1 }]);
      let sum = 0;
      let points = 0;
      for (let x = -1; x <= 1; x += 0.01) {
        for (let y = -1; y <= 1; y += 0.01) {
          if (x * x + y * y >= 1) continue;
          sum += field(x, y).u ** 2;
          points += 1;
        }
      }
      expect(sum / points).toBeCloseTo(1, 1);
    }
  });

  test.each(notes.map((note) => [note.id, note] as const))('%s has the symmetry of the table', (id, note) => {
    expect(measuredOrderOf(fieldOf(modesOf(note)))).toBe(orders[id]);
  });

  test('every figure has a vertical mirror axis and a still rim', () => {
    for (const note of notes) {
      const field = fieldOf(modesOf(note));
      expect(field(0.4, 0.3).u).toBeCloseTo(field(-0.4, 0.3).u, 9);
      expect(Math.abs(field(0.9999, 0).u)).toBeLessThan(0.02);
      expect(field(1, 0.2).u).toBe(0);
    }
  });
});
