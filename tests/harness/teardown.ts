import { rmSync } from 'node:fs';

/** Removes the studio of the run. */
export default function teardown(): void {
  const folder = process.env['TEST_DATA_DIR'];
  if (folder) rmSync(folder, { recursive: true, force: true });
}
