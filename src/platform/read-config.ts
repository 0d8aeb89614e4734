import { parseConfig, type Config } from './config.ts';
import { redact } from './log.ts';

/** Writes these lines where errors go, without secrets, and ends the process. */
export function giveUp(lines: readonly string[]): never {
  process.stderr.write(`${lines.map(redact).join('\n')}\n`);
  process.exit(1);
}

/** Ends a command whose work threw, with the reason in place of a stack. */
export function giveUpOn(error: unknown): never {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reasons = [message, cause instanceof Error ? `  ${cause.message}` : ''].filter((line) => line !== '');
  return giveUp(['This was not done, or not all of it:', ...reasons]);
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
