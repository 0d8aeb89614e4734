import { defineConfig } from 'vitest/config';
import { schemas } from './content/schemas.ts';
import { contentPlugin } from './src/platform/content/content-plugin.ts';

/**
 * Unit tests that only `npm test -- all` runs, since they take more than half of the time: they start processes, kill servers, decode long
 * sounds or draw whole documents.
 */
const slowTests = [
  'drills/**',
  'src/features/operations/backup/**',
  'scripts/generate/**',
  'scripts/{backup,incomplete,move-database,builds,prepare,remove-sample}.test.ts',
  'src/platform/{watchdog,keep-wasm-code}.test.ts',
  'src/platform/database/{open-embedded,rows}.test.ts',
  'src/audio/{references,hostile-sounds,stream-times}.test.ts',
  'src/audio/faults/origin.test.ts',
  'src/audio/alignment/{compare-sounds,place-change,shared-runs}.test.ts',
  '**/{decoded-wav,invoice-pdf,planner-pdf,voice-navigation,exported-everywhere,one-lock-order}.test.ts',
];

export default defineConfig({
  plugins: [contentPlugin(schemas)],
  test: {
    environment: 'node',
    // Opening a database takes seconds on a small, busy machine; a hang still ends.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One worker keeps one database, and its modules, for all of its files.
    isolate: false,
    // Databases make tests wait more than work, on the smallest machine too.
    maxWorkers: '100%',
    // Databases and sounds lie outside of JavaScript's heap. By default V8 marks that whole heap again after every 64 MB of them:
    // so it counts both together.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    globalSetup: ['./src/platform/database/global-setup.fixture.ts'],
    include: ['{src,content}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', '{tests,drills}/**/*.test.ts'],
    exclude: ['node_modules/**', ...(process.env['TEST_TIER'] === 'default' ? slowTests : [])],
  },
});
