import type { Clock } from './clock.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined | Error>;

/** Writes one line per event. The event is a fixed text; everything that varies goes into the fields. */
export type Log = {
  info: (event: string, fields?: LogFields) => void;
  warn: (event: string, fields?: LogFields) => void;
  error: (event: string, fields?: LogFields) => void;
};

export type LogSink = { write: (line: string) => void; isTTY?: boolean };

export type Level = keyof Log;

// Each begins where no earlier one could have: they are looked for in texts of any length.
const mailAddress = /(?<![^\s@<>"'(),:;])[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/g;
const credentials = /\/\/[^/\s@]*@/g;
const query = /\?[^\s"'<>?=]*=[^\s"'<>]*/g;
const token = /\b((?:token|code|secret)=)[^&\s]+/gi;
const long = /(?<![\w-])[\w-]{40,}(?![\w-])/g;
// Characters that terminals act on, or that would mislead a reader, such as line breaks and marks that turn the direction of
// writing.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const longest = 1000;

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Removes anything that could identify a person, grant access or move a cursor: more people read logs than the
 * database.
 */
export function redact(text: string): string {
  return text
    .slice(0, longest)
    .replace(credentials, '//[…]@')
    .replace(query, '?[…]')
    .replace(token, '$1[…]')
    .replace(mailAddress, '[address]')
    .replace(long, '[…]')
    .replace(unseen, escaped);
}

// A database quotes the names that it knows; anything else in quotes may have been typed by a person.
const quoted = /(?<!\b(?:constraint|relation|column|table|index|function) )(["`])(?:(?!\1).)*\1/gs;

/**
 * Returns the reason of a failure without user input: no statement, no quoted value, no message of a data error (class
 * 22).
 */
export function describeError(error: Error): string {
  const said: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && said.length < 3; cause = cause.cause) {
    const state = 'code' in cause && typeof cause.code === 'string' ? ` ${cause.code}` : '';
    const hasStatement = 'query' in cause && 'params' in cause;
    const isQuoting = hasStatement || /^ 22[\dA-Z]{3}$/.test(state);
    const [message = ''] = cause.message.replace(quoted, '"…"').split('\n');
    said.push(`${cause.name}${state}${isQuoting ? '' : `: ${message}`}`);
  }
  return redact(said.join('; '));
}

function plainOf(value: LogFields[string]): string | number | boolean | null | undefined {
  if (value instanceof Error) return describeError(value);
  return typeof value === 'string' ? redact(value) : value;
}

/** Formats a value for people, quoted if it would be ambiguous. */
const shown = (value: ReturnType<typeof plainOf>) =>
  typeof value === 'string' && !/^[\w./:@[\]…-]*$/.test(value) ? JSON.stringify(value) : String(value);

/** Returns a thrown value as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** A line of the log as it is kept for the team, redacted; its fields as text: "queue=outbox attempt=2". */
export type KeptLine = {
  readonly at: Date;
  readonly level: Level;
  readonly event: string;
  readonly fields: string;
};

/** Writes JSON lines, or short readable ones on a terminal. `keep` is called with every line, too. */
export function createLog({
  sink,
  clock,
  keep,
}: {
  sink: LogSink;
  clock: Clock;
  keep?: (line: KeptLine) => void;
}): Log {
  const write =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainOf(value)]));
      const what = redact(event);
      const at = clock.now();
      const details = Object.entries(plain).map(([name, value]) => `${name}=${shown(value)}`);
      keep?.({ at, level, event: what, fields: details.join(' ') });
      if (!sink.isTTY) {
        sink.write(`${JSON.stringify({ time: at.toISOString(), level, event: what, ...plain })}\n`);
        return;
      }
      sink.write(`${[level === 'info' ? '·' : level, what, ...details].join(' ')}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
