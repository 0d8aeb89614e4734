/** How many trials a test may have; with fewer no verdict is worth anything. */
export const trialCounts = [8, 10, 12, 16, 20] as const;

/** For each trial whether X is A: drawn beforehand, each by itself, from random bytes. */
export const drawTrials = (randomBytes: Uint8Array): boolean[] =>
  Array.from(randomBytes, (byte) => byte < 128);

/** The chance of getting at least this many right by guessing (the upper tail of the binomial distribution). */
export function chanceOf(correct: number, count: number): number {
  let [ways, sum] = [1, 0];
  for (let right = count; right >= correct; right -= 1) {
    sum += ways;
    ways = (ways * right) / (count - right + 1);
  }
  return sum / 2 ** count;
}

/** True if a finished test shows that the listener hears a difference: guessing does as well less than once in twenty tests. */
export const isHeard = (correct: number, count: number): boolean => chanceOf(correct, count) < 0.05;
