import { statSync } from 'node:fs';
import { parseConfig, type Config } from './config.ts';
import { asError, redact } from '../log.ts';

/** Prints redacted lines to stderr and ends the process. */
export function giveUp(lines: readonly string[]): never {
  process.stderr.write(`${lines.map(redact).join('\n')}\n`);
  process.exit(1);
}

/** Ends a failed command with the reason instead of a stack trace. */
export function giveUpOn(error: unknown): never {
  const { message, cause } = asError(error);
  const reasons = [message, cause instanceof Error ? `  ${cause.message}` : ''].filter((line) => line !== '');
  return giveUp(['This was not done, or not all of it:', ...reasons]);
}

/** Returns the settings of this process's environment; if one is invalid, prints it and ends the process. */
function readSettings(heading: string): Config {
  const parsed = parseConfig(process.env);
  if (parsed.ok) return parsed.config;
  return giveUp([heading, ...parsed.problems.map((text) => `  ${text}`)]);
}

/** Returns the settings of the server; ends the process if one is invalid. */
export const readConfig = (): Config =>
  readSettings('Antinode cannot start. Please correct its environment variables:');

/**
 * Reads the settings for a command. Ends the process if one is invalid, or if root runs it on another user's data,
 * since the server could not open the files it creates.
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
