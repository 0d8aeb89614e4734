import { and, desc, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, minuteMs, secondMs } from '#src/platform/durations.ts';
import type { KeptLine } from '#src/platform/log.ts';
import { processName } from '#src/platform/process-name.ts';
import { rowsOf } from '../rows-of.ts';
import { logLines } from './log.table.ts';

/** Lines of all processes that are kept. */
export const mostLines = 20_000;
/** Lines of one process that are kept within a minute: a flood must not fill the database. */
export const mostAMinute = 300;
/** Lines that wait while the database is unavailable; the oldest make room. */
const mostWaiting = 2000;
const writeAfterMs = 5 * secondMs;
const longestFields = 4000;

export type LogKeeper = {
  /** Keeps a line in memory until it is stored. */
  readonly add: (line: KeptLine) => void;
  /** Stores what waits. */
  readonly write: (db: Db) => Promise<void>;
  /** Stores lines a few seconds after they are written; returns a function that stops it and stores the last ones. */
  readonly start: (db: Db) => () => Promise<void>;
};

/**
 * Keeps the lines of this process's log for the desk. Nothing is logged about a failure to store them, which would be a
 * line again: they wait for the next attempt.
 */
export function createLogKeeper(): LogKeeper {
  let waiting: KeptLine[] = [];
  let minute = 0;
  let inMinute = 0;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let plan: () => void = () => undefined;

  function add(line: KeptLine): void {
    const now = Math.floor(line.at.getTime() / minuteMs);
    if (now !== minute) {
      if (leftOut > 0)
        waiting.push({
          at: line.at,
          level: 'warn',
          event: 'lines left out',
          fields: `lines=${leftOut}`,
        });
      [minute, inMinute, leftOut] = [now, 0, 0];
    }
    inMinute += 1;
    if (inMinute > mostAMinute) leftOut += 1;
    else waiting.push({ ...line, fields: line.fields.slice(0, longestFields) });
    if (waiting.length > mostWaiting) waiting = waiting.slice(-mostWaiting);
  }

  async function write(db: Db): Promise<void> {
    const lines = waiting;
    if (lines.length === 0) return;
    waiting = [];
    try {
      const process = processName();
      await db.insert(logLines).values(lines.map((line) => ({ ...line, process })));
    } catch {
      waiting = [...lines, ...waiting].slice(-mostWaiting);
      plan();
    }
  }

  return {
    add(line) {
      add(line);
      plan();
    },
    write,
    start(db) {
      plan = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          writing = writing.then(() => write(db));
        }, writeAfterMs).unref();
      };
      if (waiting.length > 0) plan();
      return async () => {
        plan = () => undefined;
        clearTimeout(timer);
        await writing;
        await write(db);
      };
    },
  };
}

/** The keeper of this process's log; the server adds to it from its first line on. */
export const logKeeper = createLogKeeper();

/** Deletes lines that are a day old or beyond the limit. */
export async function pruneLog(db: Db, { clock }: { readonly clock: Clock }): Promise<void> {
  await db.delete(logLines).where(lte(logLines.at, new Date(clock.now().getTime() - dayMs)));
  const oldestKept = db
    .select({ id: logLines.id })
    .from(logLines)
    .orderBy(desc(logLines.id))
    .offset(mostLines - 1)
    .limit(1);
  await db.delete(logLines).where(lt(logLines.id, sql`(${oldestKept})`));
}

export type LogFilter = {
  /** The least serious level that is shown. */
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
  /** Only lines before this one. */
  readonly before: number | null;
};

export type LogLine = typeof logLines.$inferSelect;

const linesAtOnce = 100;

const levelsFrom = { info: ['info', 'warn', 'error'], warn: ['warn', 'error'], error: ['error'] } as const;

/** Returns text with the signs of LIKE escaped. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Lists lines of the last day, the latest first, and whether there are more. */
export async function listLog(
  db: Db,
  now: Date,
  { level, text, before }: LogFilter,
): Promise<{ readonly lines: readonly LogLine[]; readonly hasMore: boolean }> {
  const levels = sql.join(
    levelsFrom[level].map((one) => sql`${one}`),
    sql`, `,
  );
  const found = await db
    .select()
    .from(logLines)
    .where(
      and(
        sql`${logLines.at} > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`,
        sql`${logLines.level} in (${levels})`,
        text === ''
          ? undefined
          : sql`${logLines.event} || ' ' || ${logLines.fields} ilike ${`%${literally(text)}%`}`,
        before === null ? undefined : lt(logLines.id, before),
      ),
    )
    .orderBy(desc(logLines.id))
    .limit(linesAtOnce + 1);
  return { lines: found.slice(0, linesAtOnce), hasMore: found.length > linesAtOnce };
}

/** Counts the errors and warnings of the last day. */
export async function countLog(
  db: Db,
  now: Date,
): Promise<{ readonly errors: number; readonly warnings: number }> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  const [row] = await rowsOf<{ errors: number; warnings: number }>(
    db,
    sql`
    select count(*) filter (where level = 'error')::int as errors, count(*) filter (where level = 'warn')::int as warnings
    from log_lines where at > ${since}::timestamptz`,
  );
  return row ?? { errors: 0, warnings: 0 };
}
