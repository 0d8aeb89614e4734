import words from '#content/listening.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { nameOfRecording, versionsOf } from '#src/features/files/recording-versions.ts';
import { capitalised } from '#src/studio/locale.ts';
import { whenText } from '#src/studio/when-text.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { FoundLinks, ListedLink } from './find-links.ts';
import { linkPathOf } from './open-link.ts';
import styles from './share-page.module.css';
import portal from '#content/portal.yaml';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import { momentText } from '#src/workspace/time-text.ts';

const { guests: linkGuestsTexts } = words.share;

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
        <bdi>{name ?? linkGuestsTexts.nameless}</bdi>
        <p className="dim">{userAgent === '' ? linkGuestsTexts.others : deviceNameOf(userAgent)}</p>
      </th>
      <td>
        {heard.length === 0 ? (
          <span className="dim">{linkGuestsTexts.nothing}</span>
        ) : (
          <ul>
            {heard.map((visit) => (
              <li key={visit.fileId}>
                <FileName name={labels.get(visit.fileId) ?? ''} />
                <span className="dim num">
                  {`, ${severalOf(visit.visits, linkGuestsTexts.times)}, ${momentText(visit.lastAt, now, portal.today)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="dim num">
        <span className="only-narrow">{linkGuestsTexts.columns.last}: </span>
        <time dateTime={lastAt.toISOString()}>{momentText(lastAt, now, portal.today)}</time>
      </td>
      <td className="dim num">
        <span className="only-narrow">{linkGuestsTexts.columns.visits}: </span>
        {visits}
      </td>
    </tr>
  );
}

/** Lists the guests of a link with their browser and what they listened to. */
function LinkGuests({
  link,
  labels,
  now,
}: {
  readonly link: ListedLink;
  /** The labels of the project's files, by id. */
  readonly labels: ReadonlyMap<string, string>;
  readonly now: Date;
}) {
  const { who, heard, last, visits } = linkGuestsTexts.columns;
  if (link.guests.length === 0) return <p className="small dim">{linkGuestsTexts.none}</p>;
  return (
    <table className={styles.guests}>
      <caption className="sr-only">{fill(linkGuestsTexts.table, { name: link.name })}</caption>
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

const { share: texts } = words;

/** Shows what a link covers. */
function Opens({
  link: { fileId, recordingId },
  files,
}: {
  readonly link: ListedLink;
  readonly files: FoundLinks['files'];
}) {
  if (fileId === null && recordingId === null) return texts.opens.project;
  if (fileId !== null) {
    const file = files.find(({ id }) => id === fileId);
    return file ? (
      <FormattedText template={texts.opens.file} values={{ file: fileLabelOf(file) }} />
    ) : (
      texts.opens.gone
    );
  }
  const versions = versionsOf(files, recordingId ?? '');
  if (versions.length === 0) return texts.opens.gone;
  return <FormattedText template={texts.opens.recording} values={{ recording: nameOfRecording(versions) }} />;
}

function endOf({ revokedAt, expiresAt, madeByName }: ListedLink, now: Date): string {
  const { states } = texts;
  if (revokedAt) return fill(states.revoked, { when: whenText(revokedAt) });
  if (expiresAt > now) return fill(states.closed, { name: madeByName });
  return fill(states.expired, { when: whenText(expiresAt) });
}

function stateOf(link: ListedLink, now: Date) {
  return link.isOpen
    ? ({ shape: 'full', label: fill(texts.states.open, { when: whenText(link.expiresAt) }) } as const)
    : ({ shape: 'empty', label: endOf(link, now) } as const);
}

function optionsOf({ mayComment, mayDownload, hasPassword, namesProject }: ListedLink): string {
  const { with: kinds } = texts;
  return [
    mayComment ? kinds.comments : kinds.silent,
    mayDownload ? kinds.download : kinds.listen,
    hasPassword ? kinds.password : kinds.free,
    ...(namesProject ? [kinds.named] : []),
  ].join(', ');
}

function Address({
  link: { id, name, token },
  origin,
}: {
  readonly link: ListedLink;
  readonly origin: string;
}) {
  if (token === null) return <p className="small">{texts.noAddress}</p>;
  const address = `${origin}${linkPathOf(token)}`;
  return (
    <div className={styles.address}>
      <input
        id={`address-${id}`}
        value={address}
        readOnly
        aria-label={fill(texts.address, { name })}
        autoComplete="off"
      />
      <Button
        label={texts.copy}
        variant="secondary"
        size="small"
        aria-label={fill(texts.copyOf, { name })}
        data-copies={`address-${id}`}
        hidden
      />
      <span className="small dim" role="status" data-copied={texts.copied} />
    </div>
  );
}

/** Renders a listening link: target, state, options, address, the button to revoke it, and its visitors. */
export function ListedLinkItem({
  link,
  files,
  origin,
  labels,
  path,
  now,
}: {
  readonly link: ListedLink;
  readonly files: FoundLinks['files'];
  /** The origin of the shown addresses. */
  readonly origin: string;
  readonly labels: ReadonlyMap<string, string>;
  /** The path of the current page. */
  readonly path: string;
  readonly now: Date;
}) {
  const { id, name, isOpen, madeByName, madeAt, guests } = link;
  const state = stateOf(link, now);
  const visits = guests.reduce((sum, guest) => sum + guest.visits, 0);
  const confirmId = `revoke-${id}`;
  return (
    <li id={`link-${id}`} className={styles.link} tabIndex={-1}>
      <div className={styles.head}>
        <h3 dir="auto">{name}</h3>
        <StateMark shape={state.shape} label={state.label} wraps />
      </div>
      <p>
        <Opens {...{ link, files }} />
      </p>
      <p className="small dim">
        {capitalised(optionsOf(link))}.{' '}
        <FormattedText template={texts.madeBy} values={{ name: madeByName, when: whenText(madeAt) }} />.{' '}
        {guests.length > 0 && `${capitalised(severalOf(visits, texts.visits))}.`}
      </p>
      {isOpen && <Address {...{ link, origin }} />}
      <LinkGuests {...{ link, labels, now }} />
      {isOpen && (
        <>
          <div>
            <Button
              label={texts.revoke}
              variant="secondary"
              size="small"
              aria-label={fill(texts.revokeOf, { name })}
              popoverTarget={confirmId}
            />
          </div>
          <ConfirmPopover
            id={confirmId}
            action={`${path}?do=revoke-link`}
            title={texts.confirm.title}
            text={texts.confirm.text}
            cancel={texts.confirm.cancel}
            confirm={texts.confirm.revoke}
            isDanger
            fields={{ linkId: id }}
          />
        </>
      )}
    </li>
  );
}
