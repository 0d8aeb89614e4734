import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopWaitMs } from '#src/platform/jobs/jobs.ts';

// ops/antinode.service, as systemd itself reads it.

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const source = readFileSync('ops/antinode.service', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'antinode-unit-'));
const unit = join(folder, 'antinode.service');

const analyze = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

beforeAll(() => {
  const node = join(folder, 'dist/bin/node');
  mkdirSync(dirname(node), { recursive: true });
  cpSync('/bin/true', node);
  writeFileSync(unit, source.replaceAll('/opt/antinode', folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasSystemd)('systemd finds no fault in the unit', () => {
  expect(analyze('verify', unit)).toEqual({ status: 0, said: '' });
});

test.skipIf(!hasSystemd)('the unit leaves the server little that it could do beside its work', () => {
  // Tenths: 0 is nothing at all, 100 everything.
  const { status, said } = analyze('security', '--offline=true', '--no-pager', '--threshold=15', unit);
  expect(status, said).toBe(0);
});

test('the unit keeps the history of the sources from the server', () => {
  expect(source).toMatch(/^InaccessiblePaths=-\/opt\/antinode\/\.git$/m);
});

test('the unit lets V8 write code, and waits as long as the server does for requests and jobs', () => {
  expect(source).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
  const [drainMs] = /drainMs = ([\d_]+)/.exec(readFileSync('server.ts', 'utf8'))?.slice(1) ?? [];
  const stopS = Number(/^TimeoutStopSec=(\d+)$/m.exec(source)?.[1]);
  expect(stopS * 1000).toBeGreaterThan(Number(drainMs?.replaceAll('_', '')) + stopWaitMs);
});
