import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

/** Returns promtool's output, and whether it succeeded. */
function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

test.skipIf(!hasPromtool)(
  `the alert rules ring when they should and are silent else${hasPromtool ? '' : ' (SKIPPED: no promtool here, Debian has it in "prometheus")'}`,
  () => {
    for (const args of [
      ['check', 'rules', 'ops/alerts.yaml'],
      ['test', 'rules', 'ops/alerts.test.yaml'],
    ]) {
      const { status, said } = promtool(...args);
      expect(status, said).toBe(0);
    }
  },
);
