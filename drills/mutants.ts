import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRootFrom } from '#src/platform/project-root.ts';
import {
  codeIn,
  copyProject,
  placeConditions,
  placeMutants,
  placeRules,
  type Mutant,
} from './mutant-copy.ts';
import { brokenBy, shareInWords } from './judge-mutants.ts';
import { report, type Row } from './report.ts';
import { fileOf, findReach, removeCopy, tryLoaded, tryMutants } from './try-mutants.ts';

// `npm run drill:mutants [-- <parts>] [--all] [--sample=200] [--seed=14]`: changes the code in one place at a time and sees whether a test fails.

type Part = {
  readonly code: readonly string[];
  readonly isWhole: boolean;
  readonly place?: typeof placeMutants | typeof placeRules;
  readonly tests?: readonly string[];
};

const inRoom = (room: string) => [`src/features/${room}/**/*.ts`];
/** Where the product decides who may do what, and until when a token, a session or a confirmation is good. */
const decisions = [
  'src/features/accounts/access/{access,foreign-write,person-action,take-action,turn-away}.ts',
  'src/features/accounts/{confirm,sessions}/*.ts',
  'src/features/accounts/passkeys/{confirm-passkey,passkey-challenge,passkeys,register-passkey,sign-in-with-passkey}.ts',
  'src/features/accounts/sign-in/{landing,sign-in,sign-in-codes,sign-in-requests}.ts',
  'src/features/accounts/people/{person-of-client,secret-text}.ts',
];
const parts: Readonly<Record<string, Part>> = {
  leads: { code: inRoom('leads'), isWhole: false },
  accounts: { code: inRoom('accounts'), isWhole: false },
  portal: { code: inRoom('portal'), isWhole: true },
  decisions: { code: decisions, isWhole: true },
  rules: {
    code: ['src/features/accounts/access/access-policy.ts'],
    tests: ['src/features/accounts/access/*.test.ts'],
    isWhole: true,
    place: placeRules,
  },
  // Of every room: by what a query finds only what belongs to somebody, or what still holds.
  conditions: { code: ['src/features/**/*.ts'], isWhole: true, place: placeConditions },
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    sample: { type: 'string', default: '200' },
    // Another one draws another sample: for a figure after tests were written for what survived of the first.
    seed: { type: 'string', default: '14' },
    only: { type: 'string' },
  },
});
const root = projectRootFrom(import.meta.dirname);

/** The same numbers from 0 to 1 in each run (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sampleOf(mutants: readonly Mutant[], count: number): Mutant[] {
  const random = randomFrom(Number(values.seed));
  const drawn = mutants.map((mutant) => ({ mutant, at: random() })).toSorted((a, b) => a.at - b.at);
  return drawn.slice(0, count).map(({ mutant }) => mutant);
}

/** The test files that lie beside this code, and those elsewhere that import it. */
function testsFor(code: readonly string[]): string[] {
  const folders = [...new Set(code.map((file) => file.split('/').slice(0, 3).join('/')))];
  const imported = new Set(code.map((file) => `'#${file}'`));
  return globSync('src/**/*.test.{ts,tsx}', { cwd: root })
    .filter((test) => {
      if (folders.some((folder) => test.startsWith(`${folder}/`))) return true;
      const text = readFileSync(join(root, test), 'utf8');
      return [...text.matchAll(/'#src\/[^']+'/g)].some(([path]) => imported.has(path));
    })
    .toSorted();
}

async function drill(name: string, part: Part): Promise<{ row: Row; survivors: Mutant[]; broken: string[] }> {
  const copy = copyProject(root);
  const remove = () => removeCopy(copy);
  process.once('exit', remove);
  try {
    const only = values.only;
    const code = codeIn(copy, part.code).filter((file) => only === undefined || file.includes(only));
    const all = await (part.place ?? placeMutants)(copy, code);
    const chosen = part.isWhole || values.all ? all : sampleOf(all, Number(values.sample));
    console.log(`${name}: ${chosen.length} of ${all.length} mutants in ${code.length} files`);
    const tests = part.tests ? globSync([...part.tests], { cwd: root }) : testsFor(code);
    const { testsOf, loaded, broken } = await findReach(copy, tests);
    const reached = chosen.filter(({ id }) => testsOf.has(id));
    console.log(
      `  ${reached.length} reached by tests, ${chosen.filter(({ id }) => loaded.has(id)).length} as modules load`,
    );
    const killed = await tryMutants(copy, reached, testsOf);
    for (const mutant of chosen.filter(({ id }) => loaded.has(id))) {
      const sameFile = all.filter(({ file }) => file === mutant.file);
      const reach = sameFile.flatMap(({ id }) => (testsOf.get(id) ?? []).map(fileOf));
      const files = new Set((reach.length > 0 ? reach : tests).filter((test) => !broken.has(test)));
      if (await tryLoaded(copy, mutant, files)) killed.add(mutant.id);
    }
    const survivors = chosen.filter(({ id }) => !killed.has(id));
    const unreached = survivors.filter(({ id }) => !testsOf.has(id) && !loaded.has(id)).length;
    const counts = { all: all.length, tried: chosen.length, killed: killed.size };
    const row = {
      mutants: all.length,
      tried: chosen.length,
      killed: killed.size,
      survived: survivors.length - unreached,
      'reached by no test': unreached,
      'killed, %': shareInWords(counts),
    };
    return { row, survivors, broken: brokenBy(name, counts, { tried: chosen, survivors }) };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(143));

for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { row, survivors, broken } = await drill(name, part);
  for (const { file, line, kind, original, replacement } of survivors) {
    console.log(
      `  survived: ${file}:${line} ${kind}: ${original.slice(0, 90)} → ${replacement.slice(0, 90)}`,
    );
  }
  writeFileSync(join(tmpdir(), `survivors-${name}.json`), JSON.stringify(survivors, null, 1));
  report({ tables: [{ rows: { [name]: row } }], broken });
}
