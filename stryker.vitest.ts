import { defineConfig } from 'vitest/config';
import { schemas } from './content/schemas.ts';
import { contentPlugin } from './src/platform/content/content-plugin.ts';

/** The unit tests that Stryker runs: in worker threads, which accept no flags of V8, and without a database. */
export default defineConfig({
  plugins: [contentPlugin(schemas)],
  test: {
    testTimeout: 60_000,
    include: [
      'src/features/{cymatics/model/*,recordings/signal/fft}.test.ts',
      'src/features/invoices/money.test.ts',
      'src/platform/{calendar,csv,fill,read-csv}.test.ts',
    ],
  },
});
