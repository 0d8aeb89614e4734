import { isDisconnect } from './disconnect.ts';
import { describeError, type Log } from './log.ts';

type Said = (...said: readonly unknown[]) => void;
type Methods = Record<'error' | 'warn' | 'info' | 'log' | 'debug' | 'trace', Said>;

const levels = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  log: 'info',
  debug: 'info',
  trace: 'info',
} as const satisfies Record<keyof Methods, keyof Log>;

/** Returns the first lines of a text: the rest is a stack or rendered content. */
const headOf = (text: string) => text.split('\n').slice(0, 2).join(' ');

const textOf = (said: readonly unknown[]) =>
  said
    .map((one) =>
      one instanceof Error ? describeError(one) : typeof one === 'string' ? headOf(one) : typeof one,
    )
    .join(' ');

/**
 * Routes console output of libraries and uncaught errors through the log, so that they are redacted, too. `target` is
 * the console, `events` the process.
 */
export function captureConsole(
  log: Log,
  target: Methods,
  events: Pick<NodeJS.EventEmitter, 'on' | 'removeAllListeners'>,
): void {
  for (const [method, level] of Object.entries(levels)) {
    target[method as keyof Methods] = (...said) => {
      // Astro reports an aborted stream only after its connection has closed.
      const isCut = String(said[0]).includes('in the middle of the stream');
      const isExpected = isCut && said.some((one) => isDisconnect(one, true));
      log[isExpected ? 'info' : level]('said by a library', { text: textOf(said) });
    };
  }
  const errorOf = (reason: unknown) => (reason instanceof Error ? reason : new Error(typeof reason));
  // Node's default listener writes to the terminal directly.
  events.removeAllListeners('warning');
  events.on('warning', (warning: Error) => log.warn('warning of the runtime', { error: warning }));
  events.on('unhandledRejection', (reason) => log.error('unhandled rejection', { error: errorOf(reason) }));
}
