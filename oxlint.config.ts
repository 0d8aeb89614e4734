import { defineConfig, type DummyRuleMap } from 'oxlint';

/**
 * The arrows between slices: each may import itself, `site` and what is listed. A new arrow is a decision, written
 * down in docs/decisions. `sample` fills every slice with its sample studio, so it may see all of them.
 */
const arrows: Record<string, readonly string[]> = {
  site: [],
  leads: [],
  accounts: [],
  'discovery-call': ['leads'],
  cymatics: [],
  knowledge: ['leads'],
  assistant: ['leads'],
  services: ['leads', 'discovery-call'],
  home: ['services', 'knowledge', 'leads', 'discovery-call'],
  portal: ['accounts'],
  desk: ['accounts', 'leads', 'portal'],
};
const slices = [...Object.keys(arrows), 'sample'];

const forbid = (regex: string, message: string) => ({ regex, message });
const noClimbing = forbid('^\\.\\./\\.\\./', 'Use #src/… instead of climbing.');

/** Lint rule that refuses imports of these slices. */
const restrict = (patterns: { regex: string; message: string }[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns: [noClimbing, ...patterns] }],
});

const sliceOverrides = Object.entries(arrows).map(([slice, mayImport]) => {
  const foreign = slices.filter((other) => other !== slice && other !== 'site' && !mayImport.includes(other));
  return {
    files: [`src/features/${slice}/**`],
    rules: restrict([
      forbid('^\\.\\./', 'Inside a slice imports begin with ./'),
      forbid(`^#src/features/(${foreign.join('|')})/`, `No arrow leads from ${slice} there.`),
      forbid('^#src/(pages|layouts)/', 'Slices know nothing of pages.'),
    ]),
  };
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'data', 'src/generated', '.astro', 'node_modules'],
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
    { files: ['scripts/**', 'bench/**', 'tests/**'], rules: { 'no-console': 'off' } },
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
    ...sliceOverrides,
  ],
});
