import words from '#content/installation.yaml';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import { whenText } from '#src/studio/when-text.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import type { LogFilter, LogLine } from './keep-log.ts';
import styles from './log-screen.module.css';

const { log: text } = words;
const levels = ['info', 'warn', 'error'] as const;
const longestSearch = 200;

/** Returns the filter in the query of an address; anything unknown counts as absent. */
export function logFilterOf(query: URLSearchParams): LogFilter {
  const level = levels.find((one) => one === query.get('level')) ?? 'info';
  const before = Number(query.get('before'));
  return {
    level,
    text: (query.get('q') ?? '').trim().slice(0, longestSearch),
    before: Number.isSafeInteger(before) && before > 0 ? before : null,
  };
}

const shapes: Readonly<Record<LogLine['level'], MarkShape>> = {
  info: 'empty',
  warn: 'half',
  error: 'diamond',
};

function addressOf({ level, text: q, before }: LogFilter): string {
  const query = new URLSearchParams({
    ...(level === 'info' ? {} : { level }),
    ...(q === '' ? {} : { q }),
    ...(before === null ? {} : { before: String(before) }),
  }).toString();
  return `/desk/installation/log${query === '' ? '' : `?${query}`}`;
}

function Line({ line }: { readonly line: LogLine }) {
  const { event, fields } = line;
  return (
    <li className={styles.line}>
      <p className="small dim num">
        <time dateTime={line.at.toISOString()}>{whenText(line.at)}</time>
      </p>
      <StateMark shape={shapes[line.level]} label={text.marks[line.level]} />
      <p className={styles.event} dir="ltr">
        {event}
        {fields !== '' && <span className="small dim">{fields}</span>}
      </p>
    </li>
  );
}

/** The log of the last day, with the form that filters it. */
export function LogScreen({
  lines,
  hasMore,
  filter,
}: {
  readonly lines: readonly LogLine[];
  readonly hasMore: boolean;
  readonly filter: LogFilter;
}) {
  const isFiltered = filter.level !== 'info' || filter.text !== '';
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={text.title} back={{ href: '/desk/installation', label: words.title }} />
      <p className={`small dim ${styles.about}`}>{text.text}</p>
      <form className={styles.filter} method="get" action="/desk/installation/log" role="search">
        <SelectField
          id="level"
          name="level"
          label={text.level}
          defaultValue={filter.level}
          options={levels.map((value) => ({ value, label: text.levels[value] }))}
        />
        <TextField
          id="q"
          name="q"
          label={text.search}
          defaultValue={filter.text}
          maxLength={longestSearch}
          autoComplete="off"
        />
        <Button type="submit" label={text.show} variant="secondary" />
      </form>
      {lines.length === 0 ? (
        <Empty>{isFiltered ? text.none : text.empty}</Empty>
      ) : (
        <ol className={styles.lines} id="log-lines">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      <div className={styles.pages}>
        {filter.before !== null && (
          <ButtonLink
            href={addressOf({ ...filter, before: null })}
            label={text.newest}
            variant="secondary"
            size="small"
          />
        )}
        {hasMore && (
          <ButtonLink
            href={addressOf({ ...filter, before: lines.at(-1)?.id ?? null })}
            label={text.older}
            variant="secondary"
            size="small"
          />
        )}
      </div>
    </div>
  );
}
