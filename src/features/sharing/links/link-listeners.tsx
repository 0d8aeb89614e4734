import words from '#content/listening.yaml';
import portal from '#content/portal.yaml';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import { FileName } from '#src/features/files/file-name.tsx';
import { timeCodeOf } from '#src/features/files/measurements/time-code.ts';
import { momentText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { ListedLink } from './find-links.ts';
import styles from './link-listeners.module.css';

const { guests: texts } = words.share;
const { columns } = texts;

type Guest = ListedLink['guests'][number];
type Visit = Guest['heard'][number];

/** Returns the runs of ones in a string of ones and zeros, as start and length. */
const runsOf = (digits: string): (readonly [start: number, length: number])[] =>
  [...digits.matchAll(/1+/g)].map(({ index, 0: run }) => [index, run.length]);

/** Shows which parts of a file a guest has played, as a strip and in words. */
function Heard({ visit: { heard, stoppedMs, visits } }: { readonly visit: Visit }) {
  if (visits === 0) return <span className="dim">{texts.nothing}</span>;
  if (heard === null || stoppedMs === null) return <span className="dim">{texts.unknown}</span>;
  const percent = heard.replaceAll('0', '').length;
  return (
    <div className={styles.heard}>
      <svg viewBox="0 0 100 8" width="100" height="8" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.track} width="100" height="8" />
        {runsOf(heard).map(([start, length]) => (
          <rect key={start} className={styles.run} x={start} width={length} height="8" />
        ))}
      </svg>
      <span className="num">{fill(texts.part, { percent: String(percent), at: timeCodeOf(stoppedMs) })}</span>
    </div>
  );
}

function Cell({
  name,
  isNumber = false,
  children,
}: {
  readonly name: keyof typeof columns;
  readonly isNumber?: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <td className={isNumber ? 'num' : undefined}>
      <span className="only-narrow dim">{columns[name]}: </span>
      {children}
    </td>
  );
}

const Moment = ({ at, now }: { readonly at: Date; readonly now: Date }) => (
  <time dateTime={at.toISOString()}>{momentText(at, now, portal.today)}</time>
);

/** A guest's rows: one for each file that they opened or played. */
function GuestRows({
  guest: { name, userAgent, heard, lastAt, visits },
  labels,
  now,
}: {
  readonly guest: Guest;
  readonly labels: ReadonlyMap<string, string>;
  readonly now: Date;
}) {
  const who = (
    <th scope="row">
      <bdi>{name ?? texts.nameless}</bdi>
      <p className="dim">{userAgent === '' ? texts.others : deviceNameOf(userAgent)}</p>
    </th>
  );
  if (heard.length === 0)
    return (
      <tr>
        {who}
        <Cell name="what">{texts.whole}</Cell>
        <Cell name="opens" isNumber>
          {visits}
        </Cell>
        <Cell name="plays" isNumber>
          0
        </Cell>
        <Cell name="heard">
          <span className="dim">{texts.nothing}</span>
        </Cell>
        <Cell name="last" isNumber>
          <Moment at={lastAt} now={now} />
        </Cell>
      </tr>
    );
  return heard.map((visit) => (
    <tr key={visit.fileId}>
      {who}
      <Cell name="what">
        <FileName name={labels.get(visit.fileId) ?? ''} />
      </Cell>
      <Cell name="opens" isNumber>
        {visit.opens}
      </Cell>
      <Cell name="plays" isNumber>
        {visit.visits}
      </Cell>
      <Cell name="heard">
        <Heard visit={visit} />
      </Cell>
      <Cell name="last" isNumber>
        <Moment at={visit.lastAt} now={now} />
      </Cell>
    </tr>
  ));
}

/** The totals of a link, and of each of its files. */
function Totals({
  link: { opened, ofFiles },
  labels,
}: {
  readonly link: ListedLink;
  readonly labels: ReadonlyMap<string, string>;
}) {
  const plays = ofFiles.reduce((sum, file) => sum + file.plays, 0);
  const rows = [
    { id: '', label: texts.whole, opens: opened.opens, plays },
    ...ofFiles.map((file) => ({ id: file.fileId, label: labels.get(file.fileId) ?? '', ...file })),
  ];
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{texts.everyone}</th>
          <Cell name="what">{row.id === '' ? row.label : <FileName name={row.label} />}</Cell>
          <Cell name="opens" isNumber>
            {row.opens}
          </Cell>
          <Cell name="plays" isNumber>
            {row.plays}
          </Cell>
          <td colSpan={2} aria-hidden="true" />
        </tr>
      ))}
    </tbody>
  );
}

/** Shows how often a link and each of its files were opened and played, by everyone and by each guest. */
export function LinkListeners({
  link,
  labels,
  now,
}: {
  readonly link: ListedLink;
  /** The titles of the files, by id. */
  readonly labels: ReadonlyMap<string, string>;
  readonly now: Date;
}) {
  if (link.guests.length === 0) return <p className="small dim">{texts.none}</p>;
  return (
    <>
      <table className={styles.table}>
        <caption className="sr-only">{fill(texts.table, { name: link.name })}</caption>
        <thead>
          <tr>
            {Object.entries(columns).map(([name, column]) => (
              <th key={name} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <Totals {...{ link, labels }} />
        <tbody>
          {link.guests.map((guest) => (
            <GuestRows key={guest.id} {...{ guest, labels, now }} />
          ))}
        </tbody>
      </table>
      {link.opened.guests > link.guests.length && (
        <p className="small dim">{fill(texts.more, { count: String(link.guests.length) })}</p>
      )}
    </>
  );
}
