import type { Clock } from './clock.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined | Error>;

/** One line per event. The event is a fixed text, what varies goes into the fields. */
export type Log = {
  info: (event: string, fields?: LogFields) => void;
  warn: (event: string, fields?: LogFields) => void;
  error: (event: string, fields?: LogFields) => void;
};

export type LogSink = { write: (line: string) => void; isTTY?: boolean };

type Level = keyof Log;

const mailAddress = /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/g;
const credentials = /\/\/[^/\s@]*@/g;
const token = /\b([?&](?:token|code|secret)=)[^&\s]+/gi;

/** Takes out what could name a person or open a door; a log is read by more people than a database. */
export function redact(text: string): string {
  return text.replace(credentials, '//[…]@').replace(token, '$1[…]').replace(mailAddress, '[address]');
}

function plainOf(value: LogFields[string]): string | number | boolean | null | undefined {
  if (value instanceof Error) {
    const cause = value.cause instanceof Error ? `; ${value.cause.name}: ${value.cause.message}` : '';
    return redact(`${value.name}: ${value.message}${cause}`);
  }
  return typeof value === 'string' ? redact(value) : value;
}

/** Writes JSON lines, or short readable ones where a person watches. */
export function createLog({ sink, clock }: { sink: LogSink; clock: Clock }): Log {
  const write =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainOf(value)]));
      if (!sink.isTTY) {
        sink.write(`${JSON.stringify({ time: clock.now().toISOString(), level, event, ...plain })}\n`);
        return;
      }
      const details = Object.entries(plain).map(([name, value]) => `${name}=${String(value)}`);
      sink.write(`${[level === 'info' ? '·' : level, event, ...details].join(' ')}\n`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
