import { defineConfig } from 'vitest/config';
import { schemas } from './content/schemas.ts';
import { contentPlugin } from './src/platform/content/content-plugin.ts';

export default defineConfig({
  plugins: [contentPlugin(schemas)],
  test: {
    environment: 'node',
    include: ['{src,content}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
  },
});
