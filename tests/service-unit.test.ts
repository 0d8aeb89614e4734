import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopWaitMs } from '#src/platform/jobs/jobs.ts';

// The units in ops, as parsed by systemd.

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const sourceOf = (name: string) => readFileSync(join('ops', name), 'utf8');
const source = sourceOf('antinode.service');
const folder = mkdtempSync(join(tmpdir(), 'antinode-unit-'));
const names = ['antinode.service', 'antinode-backup.service', 'antinode-backup.timer'] as const;
const [unit, , timer] = names.map((name) => join(folder, name));

const analyze = (...args: (string | undefined)[]) => {
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    args.flatMap((arg) => arg ?? []),
    { encoding: 'utf8' },
  );
  return { status, said: `${stdout}${stderr}` };
};

beforeAll(() => {
  const node = join(folder, 'dist/bin/node');
  mkdirSync(dirname(node), { recursive: true });
  cpSync('/bin/true', node);
  for (const name of names)
    writeFileSync(join(folder, name), sourceOf(name).replaceAll('/opt/antinode', folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasSystemd)('systemd finds no fault in the units', () => {
  // Together with the service that the timer starts.
  expect(analyze('verify', unit, timer)).toEqual({ status: 0, said: '' });
});

test.skipIf(!hasSystemd)('the unit leaves the server little that it could do beside its work', () => {
  // In tenths: 0 is no exposure, 100 full exposure.
  const { status, said } = analyze('security', '--offline=true', '--no-pager', '--threshold=15', unit);
  expect(status, said).toBe(0);
});

test("gives a backup access to the files that it reads and writes, with the server's settings", () => {
  const settings = /^(?:User|EnvironmentFile|Environment)=.*$/gm;
  expect(sourceOf('antinode-backup.service').match(settings)).toEqual(source.match(settings));
});

test("hides the sources' history from the server", () => {
  expect(source).toMatch(/^InaccessiblePaths=-\/opt\/antinode\/\.git$/m);
});

test("permits V8's generated code, and waits as long as the server does for requests and jobs", () => {
  expect(source).not.toMatch(/^MemoryDenyWriteExecute=yes/m);
  const [drainMs] = /drainMs = ([\d_]+)/.exec(readFileSync('server.ts', 'utf8'))?.slice(1) ?? [];
  const stopS = Number(/^TimeoutStopSec=(\d+)$/m.exec(source)?.[1]);
  expect(stopS * 1000).toBeGreaterThan(Number(drainMs?.replaceAll('_', '')) + stopWaitMs);
});
