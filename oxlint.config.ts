import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DummyRuleMap } from 'oxlint';

/**
 * The rooms of `src/features`, from the lowest to the highest, each with the rooms that it may import; `site` is open to all.
 * A new arrow is a decision, written down in docs/decisions. `sample` fills every room, so it may see all of them.
 */
const arrows: Record<string, readonly string[]> = {
  site: [],
  playing: [],
  pieces: ['playing'],
  records: ['pieces'],
  cymatics: [],
  accounts: [],
  workspace: ['accounts'],
  outbox: ['accounts', 'workspace'],
  notices: ['accounts', 'workspace', 'outbox'],
  projects: ['accounts', 'workspace', 'notices'],
  messages: ['accounts', 'workspace', 'notices', 'projects'],
  // The figure of a recording is drawn by the one model of the membrane.
  recordings: ['cymatics', 'playing', 'accounts', 'workspace', 'notices', 'projects'],
  listening: ['accounts', 'workspace', 'notices', 'projects', 'recordings'],
  // Where the bytes lie that the database names.
  backup: ['recordings'],
  invoices: ['accounts', 'workspace', 'notices', 'projects'],
  leads: ['accounts', 'workspace', 'outbox', 'notices', 'projects'],
  calls: ['accounts', 'workspace', 'outbox', 'notices', 'projects', 'leads'],
  // The chat's hours are those of the hosts of calls; the desk answers in the form for messages.
  conversations: ['accounts', 'workspace', 'outbox', 'notices', 'projects', 'messages', 'leads', 'calls'],
  clients: [
    'accounts',
    'workspace',
    'outbox',
    'notices',
    'projects',
    'messages',
    'recordings',
    'listening',
    'invoices',
    'leads',
    'calls',
    'conversations',
  ],
  portal: [
    'accounts',
    'workspace',
    'notices',
    'projects',
    'messages',
    'recordings',
    'listening',
    'invoices',
    'calls',
  ],
  desk: [
    'accounts',
    'workspace',
    'outbox',
    'notices',
    'projects',
    'messages',
    'recordings',
    'listening',
    'invoices',
    'leads',
  ],
  'discovery-call': ['leads', 'calls'],
  knowledge: ['leads'],
  assistant: ['leads', 'conversations'],
  services: ['leads', 'discovery-call', 'pieces'],
  home: ['services', 'knowledge', 'leads', 'discovery-call', 'cymatics', 'pieces', 'records'],
};
const rooms = [...Object.keys(arrows), 'sample'];

/**
 * The folders of a room, from the lowest to the highest: each may import those before it. '.' is the room's own files; what
 * plugs it into the product (`<room>-feature.ts`) lies above all of them.
 */
const folders: Record<string, readonly string[]> = {
  accounts: [
    'people',
    'sessions',
    'trail',
    'access',
    'sign-in',
    'passkeys',
    'confirm',
    'account',
    'team',
    '.',
  ],
  notices: ['kinds', 'events', 'mails', '.', 'notifications', 'live'],
  projects: ['.', 'milestones', 'portal', 'desk'],
  recordings: [
    'sound',
    'alignment',
    'measurements',
    'comparisons',
    'covers',
    'files',
    'sent',
    'measuring',
    'versions',
    'markers',
    'sheet',
    'review',
    'comparing',
    'uploads',
    '.',
  ],
  listening: ['links', 'guests', '.'],
  invoices: ['.', 'sheet', 'portal', 'desk'],
  leads: ['records', 'forms', 'mails', 'intake', 'inbox', 'lead-page', '.'],
  calls: [
    'records',
    'times',
    'invitations',
    'mails',
    'booking',
    'chooser',
    'visitor',
    'busy',
    'calendar',
    'hours',
    '.',
  ],
  conversations: ['records', 'presence', 'talk', 'streams', 'visitor', 'desk', '.'],
  clients: ['list', 'edit', 'merging', 'import', '.'],
  portal: ['.', 'dashboard', 'project'],
  desk: ['.', 'project'],
  cymatics: ['model', 'plate', 'tone', 'listen', 'inputs', 'overlay', 'page', '.'],
};

// A room or a folder that stands in neither list would be held by no arrow.
const features = join(import.meta.dirname, 'src/features');
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const unlisted = foldersIn(features).flatMap((room) => [
  ...(rooms.includes(room) ? [] : [room]),
  ...foldersIn(join(features, room))
    .filter((folder) => !folders[room]?.includes(folder))
    .map((folder) => `${room}/${folder}`),
]);
if (unlisted.length > 0) throw new Error(`oxlint.config.ts does not name ${unlisted.join(', ')}`);

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

const folderOverrides = Object.entries(folders).flatMap(([room, order]) =>
  order.map((folder, place) => {
    const own = order.filter((other) => other !== '.');
    const higher = own.filter((other) => order.indexOf(other) > place);
    const files = folder === '.' ? [`src/features/${room}/*`] : [`src/features/${room}/${folder}/**`];
    const tooHigh = [
      ...higher.map((other) =>
        forbid(`^(#src/features/${room}|\\.)/${other}/`, `${folder} lies beneath ${other}.`),
      ),
      ...(order.indexOf('.') > place
        ? [forbid(`^#src/features/${room}/[^/]+$`, `${folder} lies beneath the room's own files.`)]
        : []),
    ];
    return { files, rules: restrict([...foreignTo(room), ...tooHigh]) };
  }),
);

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'builds', 'data', 'src/generated', '.astro', 'node_modules'],
  rules: {
    ...restrict([]),
    'max-lines': ['error', { max: 250 }],
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
    {
      files: ['src/platform/**'],
      rules: restrict([forbid('^#src/(features|ui|pages|layouts)/', 'platform knows no product.')]),
    },
    ...roomOverrides,
    ...folderOverrides,
    // What plugs a room into the product lies above its folders.
    ...Object.keys(arrows).map((room) => ({
      files: [`src/features/${room}/${room}-feature.ts`],
      rules: restrict(foreignTo(room)),
    })),
    // A test may ask any room whether a promise between rooms is kept, and a fixture sets the scene for it.
    { files: ['src/features/**/*.test.*', 'src/features/**/*.fixture.*'], rules: restrict([]) },
  ],
});
