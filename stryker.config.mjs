// `npm run mutate`: changes pure code in one place at a time and reports the changes that no unit test notices. Other files:
// `npm run mutate -- --mutate src/platform/read-csv.ts`; a test outside of stryker.vitest.ts has to be added there.

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'stryker.vitest.ts' },
  mutate: [
    'src/figures/*.ts',
    'src/audio/fft.ts',
    'src/features/invoices/money.ts',
    'src/platform/{csv,calendar}.ts',
    '!**/*.{test,fixture,worker}.ts',
  ],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false },
  cleanTempDir: 'always',
  ignorePatterns: ['builds', 'data', 'dist', 'test-results', 'playwright-report'],
  thresholds: { high: 90, low: 85, break: null },
};
