import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DummyRuleMap } from 'oxlint';
import { arrows, folders, nested, platform, rooms } from './import-order.ts';

// A room or a folder that stands in no list would be held by no arrow.
const source = join(import.meta.dirname, 'src');
const features = join(source, 'features');
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const unlistedIn = (path: string, listed: readonly string[] = []) =>
  foldersIn(join(source, path)).flatMap((folder) => (listed.includes(folder) ? [] : [`${path}/${folder}`]));
const unlisted = [
  ...unlistedIn('platform', platform),
  ...unlistedIn('features', rooms),
  ...foldersIn(features).flatMap((room) => [
    ...unlistedIn(`features/${room}`, folders[room]),
    ...foldersIn(join(features, room)).flatMap((folder) =>
      unlistedIn(`features/${room}/${folder}`, nested[`${room}/${folder}`]),
    ),
  ]),
];
if (unlisted.length > 0) throw new Error(`import-order.ts does not name ${unlisted.join(', ')}`);

// An arrow that no file needs would let one be used unseen. Tests need none.
const sourceOf = (room: string) =>
  readdirSync(join(features, room), { encoding: 'utf8', recursive: true })
    .filter((name) => /(?<!\.test|\.fixture)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(features, room, name), 'utf8'))
    .join('');
const unused = Object.entries(arrows).flatMap(([room, others]) => {
  const text = sourceOf(room);
  return others.flatMap((other) => (text.includes(`#src/features/${other}/`) ? [] : [`${room} → ${other}`]));
});
if (unused.length > 0)
  throw new Error(`import-order.ts names arrows that no file uses: ${unused.join(', ')}`);

const forbid = (regex: string, message: string) => ({ regex, message });
const noClimbing = forbid('^\\.\\./\\.\\./', 'Use #src/… instead of climbing.');

/** Lint rule that refuses imports of these rooms and folders. */
const restrict = (patterns: { regex: string; message: string }[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns: [noClimbing, ...patterns] }],
});

/** What no file of a room may import. */
function foreignTo(room: string) {
  const mayImport = [room, 'site', ...(arrows[room] ?? [])];
  const foreign = rooms.filter((other) => !mayImport.includes(other));
  return [
    forbid('^\\.\\./', 'Inside a room imports begin with ./ or #src/'),
    forbid(`^#src/features/(${foreign.join('|')})/`, `No arrow leads from ${room} there.`),
    forbid('^#src/(pages|layouts)/', 'Rooms know nothing of pages.'),
  ];
}

const roomOverrides = Object.keys(arrows).map((room) => ({
  files: [`src/features/${room}/**`],
  rules: restrict(foreignTo(room)),
}));

/** The files of a folder itself. */
const ownFiles = (path: string) => readdirSync(join(source, path)).filter((name) => /\.tsx?$/.test(name));

/** What a part of a folder may not import: whatever comes after it in the order of that folder's parts. */
function tooHigh(path: string, order: readonly string[], part: string) {
  const start = `^(#src/${path}|${part === '.' ? '\\.' : '\\.\\.'})/`;
  return order.slice(order.indexOf(part) + 1).map((other) => {
    if (other === '.') {
      const names = ownFiles(path).join('|').replaceAll('.', '\\.');
      return forbid(`${start}(${names})$`, `${part} lies beneath the folder's own files.`);
    }
    return forbid(`${start}${other}/`, `${part} lies beneath ${other}.`);
  });
}

/** The rules of each part of a folder. Those of its own files come first: another's take their place. */
function overridesIn(path: string, order: readonly string[], above: ReturnType<typeof forbid>[]) {
  return ['.', ...order.filter((part) => part !== '.')].map((part) => {
    const glob = part === '.' ? '*' : `${part}/**`;
    return { files: [`src/${path}/${glob}`], rules: restrict([...above, ...tooHigh(path, order, part)]) };
  });
}

const folderOverrides = Object.entries(folders).flatMap(([room, order]) =>
  overridesIn(`features/${room}`, order, foreignTo(room)),
);

const nestedOverrides = Object.entries(nested).flatMap(([path, order]) => {
  const [room = '', folder = ''] = path.split('/');
  const above = [...foreignTo(room), ...tooHigh(`features/${room}`, folders[room] ?? [], folder)];
  return overridesIn(`features/${path}`, order, above);
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'builds', 'data', 'src/generated', '.astro', 'node_modules'],
  rules: {
    ...restrict([]),
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'import/no-cycle': 'error',
    'no-console': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    // The JSX runtime is automatic; side-effect imports are how styles join a component.
    'react/react-in-jsx-scope': 'off',
    // A live region may hold paragraphs; <output> may not.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'import/no-unassigned-import': 'off',
    // A recording under review has no captions; what is said about it stands beside it as text.
    'jsx-a11y/media-has-caption': 'off',
    // Narrowing an element one has just selected by its own markup, and splitting a headline into letters.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 100 }] } },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      rules: {
        'max-lines-per-function': 'off',
        // How Playwright says that a fixture needs no other one.
        'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      },
    },
    // Command-line programs speak through the console.
    { files: ['scripts/**', 'bench/**', 'drills/**', 'tests/**'], rules: { 'no-console': 'off' } },
    {
      files: ['src/ui/**'],
      rules: restrict([
        forbid('^#src/(features|platform|pages|layouts)/', 'ui ships in other products too.'),
      ]),
    },
    ...overridesIn('platform', platform, [
      forbid('^#src/(features|ui|pages|layouts)/', 'platform knows no product.'),
    ]),
    // A test may start what lies above.
    {
      files: ['src/platform/**/*.test.*', 'src/platform/**/*.fixture.*'],
      rules: restrict([forbid('^#src/(features|ui|pages|layouts)/', 'platform knows no product.')]),
    },
    ...roomOverrides,
    ...folderOverrides,
    ...nestedOverrides,
    // What plugs a room into the product lies above its folders.
    ...Object.keys(arrows).map((room) => ({
      files: [`src/features/${room}/${room}-feature.ts`],
      rules: restrict(foreignTo(room)),
    })),
    // A test may ask any room whether a promise between rooms is kept, and a fixture sets the scene for it.
    { files: ['src/features/**/*.test.*', 'src/features/**/*.fixture.*'], rules: restrict([]) },
  ],
});
