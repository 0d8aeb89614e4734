import { defineConfig, mergeConfig } from 'vitest/config';
import whole from '../vitest.config.ts';

// For drills/mutants.ts alone: one process, on the embedded database, which the runner uses again and again.

export default mergeConfig(
  whole,
  defineConfig({
    test: {
      runner: './drills/mutant-runner.ts',
      maxWorkers: 1,
      testTimeout: 60_000,
      testNamePattern: /^(?!.*on PostgreSQL)/,
      reporters: ['default'],
    },
  }),
);
