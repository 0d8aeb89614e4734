import portal from '#content/portal.yaml';
import words from '#content/listening.yaml';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import { FileName } from '#src/features/files/file-name.tsx';
import { severalOf } from '#src/workspace/count-words.ts';
import { momentText } from '#src/workspace/moment-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { ListedLink } from './find-links.ts';
import styles from './share-page.module.css';

const { guests: texts } = words.share;

type Guest = ListedLink['guests'][number];

function Row({
  guest: { name, userAgent, heard, lastAt, visits },
  labels,
  now,
}: {
  readonly guest: Guest;
  readonly labels: ReadonlyMap<string, string>;
  readonly now: Date;
}) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name ?? texts.nameless}</bdi>
        <p className="dim">{userAgent === '' ? texts.others : deviceNameOf(userAgent)}</p>
      </th>
      <td>
        {heard.length === 0 ? (
          <span className="dim">{texts.nothing}</span>
        ) : (
          <ul>
            {heard.map((visit) => (
              <li key={visit.fileId}>
                <FileName name={labels.get(visit.fileId) ?? ''} />
                <span className="dim num">
                  {`, ${severalOf(visit.visits, texts.times)}, ${momentText(visit.lastAt, now, portal.today)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="dim num">
        <span className="only-narrow">{texts.columns.last}: </span>
        <time dateTime={lastAt.toISOString()}>{momentText(lastAt, now, portal.today)}</time>
      </td>
      <td className="dim num">
        <span className="only-narrow">{texts.columns.visits}: </span>
        {visits}
      </td>
    </tr>
  );
}

/** The guests of a link, each with their browser and what they listened to. */
export function LinkGuests({
  link,
  labels,
  now,
}: {
  readonly link: ListedLink;
  /** The labels of the project's files, by id. */
  readonly labels: ReadonlyMap<string, string>;
  readonly now: Date;
}) {
  const { who, heard, last, visits } = texts.columns;
  if (link.guests.length === 0) return <p className="small dim">{texts.none}</p>;
  return (
    <table className={styles.guests}>
      <caption className="sr-only">{fill(texts.table, { name: link.name })}</caption>
      <thead>
        <tr>
          {[who, heard, last, visits].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {link.guests.map((guest) => (
          <Row key={guest.id} {...{ guest, labels, now }} />
        ))}
      </tbody>
    </table>
  );
}
