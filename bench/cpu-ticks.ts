import { existsSync, readFileSync } from 'node:fs';

/** Returns the CPU time of a process so far, in hundredths of a second; NaN without /proc. */
export function cpuTicksOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
