import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DummyRuleMap } from 'oxlint';

/**
 * The parts of `src`, from the lowest to the highest: each may import the parts before it, types included; pages and layouts import any.
 * Tests and fixtures are free.
 */
const parts = [
  'platform',
  'ui',
  'studio',
  'figures',
  'audio',
  'playing',
  'features/accounts',
  'workspace',
  'features/notifications',
  'features/projects',
  'features/leads',
  'features/cymatics',
  'features/files',
  'features/messages',
  'features/delivery',
  'features/receipts',
  'features/review',
  'features/sharing',
  'features/invoices',
  'features/calls',
  'features/chat',
  'features/clients',
  'features/website',
  'portal',
  'desk',
  'shortcuts',
  'features/operations',
  'layouts',
  'pages',
];

const source = join(import.meta.dirname, 'src');
const folders = ['.', 'features'].flatMap((path) =>
  readdirSync(join(source, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(path, entry.name)] : [],
  ),
);
const unlisted = folders.filter((folder) => ![...parts, 'features', 'generated'].includes(folder));
if (unlisted.length > 0)
  throw new Error(`oxlint.config.ts does not place ${unlisted.join(', ')} among the parts`);

/** Returns the rule that lets a part import only the parts before it, by their path from `src`. */
function importsOf(part: string): DummyRuleMap {
  // Components could be part of another product; they need nothing of this one.
  const higher =
    part === 'ui' ? parts.filter((other) => other !== 'ui') : parts.slice(parts.indexOf(part) + 1);
  const features = parts.filter((other) => other.startsWith('features/')).map((other) => other.slice(9));
  return {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^#src/(${higher.join('|')})/`,
            message: `${part} is below that part (oxlint.config.ts).`,
          },
          { regex: `^(\\.\\./)+(features|${features.join('|')})/`, message: 'Import other parts by #src/…' },
        ],
      },
    ],
  };
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: process.env['TEST_TIER'] !== 'default' },
  // Assembly is AssemblyScript, another language.
  ignorePatterns: [
    'dist',
    'builds',
    'data',
    'src/generated',
    'src/audio/kernels/assembly',
    '.astro',
    'node_modules',
  ],
  rules: {
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-console': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    // The JSX runtime is automatic; side-effect imports add styles to a component.
    'react/react-in-jsx-scope': 'off',
    // A live region may hold paragraphs; <output> may not.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'import/no-unassigned-import': 'off',
    // A recording under review has no captions; comments on it are text next to it.
    'jsx-a11y/media-has-caption': 'off',
    // Narrowing an element just selected by its own markup, and splitting a headline into letters.
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
        // Playwright's syntax for a fixture that needs no other.
        'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      },
    },
    // Command-line programs write to the console.
    { files: ['scripts/**', 'bench/**', 'drills/**', 'tests/**'], rules: { 'no-console': 'off' } },
    ...parts
      .filter((part) => part !== 'pages')
      .map((part) => ({ files: [`src/${part}/**`], rules: importsOf(part) })),
    { files: ['src/**/*.test.*', 'src/**/*.fixture.*'], rules: { 'no-restricted-imports': 'off' } },
  ],
});
