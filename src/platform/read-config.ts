import { parseConfig, type Config } from './config.ts';
import { redact } from './log.ts';

/** Writes these lines where errors go, without secrets, and ends the process. */
export function giveUp(lines: readonly string[]): never {
  process.stderr.write(`${lines.map(redact).join('\n')}\n`);
  process.exit(1);
}

/** The settings of this process's environment; where one is wrong, says which and ends the process. */
export function readConfig(): Config {
  const parsed = parseConfig(process.env);
  if (parsed.ok) return parsed.config;
  return giveUp([
    'Antinode cannot start. Please mend its environment:',
    ...parsed.problems.map((text) => `  ${text}`),
  ]);
}
