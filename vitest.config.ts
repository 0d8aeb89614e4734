import { defineConfig } from 'vitest/config';
import { schemas } from './content/schemas.ts';
import { contentPlugin } from './src/platform/content/content-plugin.ts';

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
  },
});
