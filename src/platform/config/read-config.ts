import { statSync } from 'node:fs';
import { parseConfig, type Config } from './config.ts';
import { asError, redact } from '../log.ts';

/** Writes these lines where errors go, without secrets, and ends the process. */
export function giveUp(lines: readonly string[]): never {
  process.stderr.write(`${lines.map(redact).join('\n')}\n`);
  process.exit(1);
}

/** Ends a command whose work threw, with the reason in place of a stack. */
export function giveUpOn(error: unknown): never {
  const { message, cause } = asError(error);
  const reasons = [message, cause instanceof Error ? `  ${cause.message}` : ''].filter((line) => line !== '');
  return giveUp(['This was not done, or not all of it:', ...reasons]);
}

/** The settings of this process's environment; where one is wrong, says which and ends the process. */
function readSettings(heading: string): Config {
  const parsed = parseConfig(process.env);
  if (parsed.ok) return parsed.config;
  return giveUp([heading, ...parsed.problems.map((text) => `  ${text}`)]);
}

/** The settings that the server starts with; ends the process where one is wrong. */
export const readConfig = (): Config =>
  readSettings('Antinode cannot start. Please correct its environment variables:');

/**
 * Reads the settings for a command that runs beside the server; ends the process if one is wrong, or if root runs it on another
 * user's data: its files could not be opened by the server.
 */
export function readCommandConfig(): Config {
  const config = readSettings('Please correct the environment variables:');
  const owner = statSync(config.dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() === 0 && owner !== 0)
    giveUp([
      `${config.dataDir} belongs to user ${owner}, as the server does. Run this as that user, not as root.`,
    ]);
  return config;
}
