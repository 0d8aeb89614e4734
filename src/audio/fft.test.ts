import { expect, test } from 'vitest';
import { createFft } from './fft.ts';

test.each([2, 4, 8, 64, 128])('matches the definition of a %i-point transform and its inverse', (size) => {
  const re = Float64Array.from({ length: size }, (_, at) => Math.sin(1.3 * at * at));
  const im = Float64Array.from({ length: size }, (_, at) => Math.cos(0.7 * at * at));
  const [realBefore, imaginaryBefore] = [re.slice(), im.slice()];
  const transform = createFft(size);
  transform(re, im);
  for (let bin = 0; bin < size; bin += 1) {
    let real = 0;
    let imaginary = 0;
    for (let at = 0; at < size; at += 1) {
      const angle = (-2 * Math.PI * bin * at) / size;
      const r = realBefore[at] ?? 0;
      const i = imaginaryBefore[at] ?? 0;
      real += r * Math.cos(angle) - i * Math.sin(angle);
      imaginary += r * Math.sin(angle) + i * Math.cos(angle);
    }
    expect(re[bin]).toBeCloseTo(real, 9);
    expect(im[bin]).toBeCloseTo(imaginary, 9);
  }
  transform(im, re);
  re.forEach((value, at) => expect(value / size).toBeCloseTo(realBefore[at] ?? 0, 9));
  im.forEach((value, at) => expect(value / size).toBeCloseTo(imaginaryBefore[at] ?? 0, 9));
});
