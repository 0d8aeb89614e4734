import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** The content of a studio after its first start: the sample, or nothing. */
type Content = 'sample' | 'nothing';

/** The data of a studio after its first start, created by web-server.ts. No server may run on it: copy it. */
export function readyDataDir(content: Content): string {
  const runDir = process.env['TEST_DATA_DIR'];
  if (!runDir) throw new Error('TEST_DATA_DIR is not set: run the tests through playwright.config.ts');
  return join(runDir, `ready-with-${content}`);
}

/** Copies the data of a studio that has been started once to a place without data. */
export const copyReadyData = (dataDir: string, content: Content = 'sample'): void =>
  cpSync(readyDataDir(content), dataDir, { recursive: true });
