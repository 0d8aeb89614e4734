import { unnoticedConditions } from './unnoticed-conditions.ts';

/** How many percent of the mutants of a room have to be noticed, at least. */
const toReach = 85;

/** Of guards each one has to be noticed: a rule of the access policy, a condition that says whose something is. */
const guards = ['rules', 'conditions'];

export type Tried = { readonly all: number; readonly tried: number; readonly killed: number };
type Guard = { readonly file: string; readonly line: number; readonly original: string };

/** Percent, and the margin of error of a sample at 95 %: 0 where all were tried. */
function shareOf({ all, tried, killed }: Tried): {
  readonly percent: number;
  readonly margin: number;
} {
  const share = killed / tried;
  const margin =
    tried === all ? 0 : 196 * Math.sqrt(((share * (1 - share)) / tried) * ((all - tried) / (all - 1)));
  return { percent: 100 * share, margin };
}

export const shareInWords = (tried: Tried): string => {
  const { percent, margin } = shareOf(tried);
  return margin === 0 ? percent.toFixed(1) : `${percent.toFixed(1)} ± ${margin.toFixed(1)}`;
};

/** What counts alone say of a part, as of a result that was published: sentences, one for each promise that was broken. */
export function brokenByCounts(part: string, counts: Tried): string[] {
  const unnoticed = counts.tried - counts.killed;
  if (guards.includes(part)) {
    const mayBe = part === 'conditions' ? unnoticedConditions.length : 0;
    const many = `of ${counts.tried} ${part} ${unnoticed} were not noticed when they were taken away, and ${mayBe} may be`;
    return unnoticed > mayBe ? [many] : [];
  }
  const { percent, margin } = shareOf(counts);
  const missed = `of the mutants of ${part} ${shareInWords(counts)} % were noticed, which may be less than ${toReach} %`;
  // Without any tried there is no share.
  return percent - margin >= toReach ? [] : [missed];
}

const isOf = (one: Omit<Guard, 'line'>) => (other: Omit<Guard, 'line'>) =>
  one.file === other.file && one.original === other.original;

/** The same with each guard named that no test notices, and each exception that is none any more. `tried`: all that were. */
export function brokenBy(
  part: string,
  counts: Tried,
  { tried, survivors }: { readonly tried: readonly Guard[]; readonly survivors: readonly Guard[] },
): string[] {
  if (!guards.includes(part)) return brokenByCounts(part, counts);
  const mayBe = part === 'conditions' ? unnoticedConditions : [];
  const unnoticed = survivors.filter((one) => !mayBe.some(isOf(one)));
  const noticed = mayBe.filter((one) => tried.some(isOf(one)) && !survivors.some(isOf(one)));
  return [
    ...(tried.length > 0 ? [] : [`no ${part} were tried`]),
    ...unnoticed.map(
      ({ file, line, original }) => `no test notices that this is gone: ${file}:${line} ${original}`,
    ),
    ...noticed.map(({ file, original }) => `a test notices it, so it is no exception: ${file} ${original}`),
  ];
}
