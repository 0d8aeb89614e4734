import { besselZero } from './bessel.ts';

/** The drawings' box. */
export const curveWidth = 300;
export const curveHeight = 64;

/** SVG path data through heights of 0 (bottom) to 1 (top); `heightAt` takes 0 (left) to 1 (right). */
function pathOf(heightAt: (x: number) => number, points: number): string {
  const coordinates = Array.from({ length: points + 1 }, (_, i) => {
    const y = curveHeight - 4 - (curveHeight - 8) * heightAt(i / points);
    return `${(i * curveWidth) / points} ${y.toFixed(1)}`;
  });
  return `M${coordinates.join('L')}`;
}

/** A tone that rises: 1 cycle per width at the left, 24 at the right. */
export function chirpPath(): string {
  return pathOf((x) => 0.5 + 0.5 * Math.sin(2 * Math.PI * (x + 11.5 * x * x)), 300);
}

/** How strongly a round membrane answers as the frequency rises past its first four modes without nodal circles. */
export function resonancePath(): string {
  const zeros = [0, 1, 2, 3].map((m) => besselZero(m, 1));
  const widthOfPeak = 0.09;
  return pathOf((x) => {
    const k = 1.2 + 6.4 * x;
    const answer = zeros.map((zero, i) => (1 - 0.16 * i) / (1 + ((k - zero) / widthOfPeak) ** 2));
    return Math.min(
      1,
      answer.reduce((sum, value) => sum + value, 0),
    );
  }, 300);
}
