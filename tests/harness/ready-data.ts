import { cpSync } from 'node:fs';
import { join } from 'node:path';

const runDir = process.env['TEST_DATA_DIR'];
if (!runDir) throw new Error('TEST_DATA_DIR is not set: run the tests through playwright.config.ts');

/** The data of a sample studio after its first start, made by web-server.ts. No server may run on it: copy it. */
export const readyDataDir = join(runDir, 'ready');

/** Puts the data of a sample studio that has been started once where no data is yet. */
export const copyReadyData = (dataDir: string): void => cpSync(readyDataDir, dataDir, { recursive: true });
