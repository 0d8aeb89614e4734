import { existsSync, readFileSync } from 'node:fs';

/** The processor time that a process has taken so far, in hundredths of a second; NaN where there is no /proc. */
export function cpuTicksOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
