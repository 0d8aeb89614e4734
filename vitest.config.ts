import { defineConfig } from 'vitest/config';
import { schemas } from './content/schemas.ts';
import { contentPlugin } from './src/platform/content/content-plugin.ts';

export default defineConfig({
  plugins: [contentPlugin(schemas)],
  test: {
    environment: 'node',
    // Opening a database takes seconds on a small, busy machine; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Shared machines stall now and then; a second try is counted beside the test's name.
    retry: 1,
    globalSetup: ['./src/platform/database/global-setup.fixture.ts'],
    include: ['{src,content}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
  },
});
