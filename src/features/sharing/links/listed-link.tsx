import words from '#content/listening.yaml';
import { fileLabelOf, FileName } from '#src/features/files/file-name.tsx';
import { capitalised } from '#src/studio/locale.ts';
import { whenText } from '#src/studio/when-text.ts';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Breakable } from '#src/ui/breakable.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { FoundLinks, ListedLink } from './find-links.ts';
import { LinkListeners } from './link-listeners.tsx';
import { fileOfEntry, titleOfEntry } from './link-titles.ts';
import { linkPathOf } from './open-link.ts';
import styles from './share-page.module.css';

const { share: texts } = words;

/** Returns the titles of a link's files for its people, by file. */
function labelsOf({ entries }: ListedLink, files: FoundLinks['files']): ReadonlyMap<string, string> {
  const titled = entries.flatMap((entry) => {
    const file = fileOfEntry(files, entry);
    return file && entry.title !== null ? [[file.id, entry.title] as const] : [];
  });
  return new Map([...files.map((file) => [file.id, fileLabelOf(file)] as const), ...titled]);
}

/** Shows what a link covers: the project, or its titles in order. */
function Opens({
  link: { coversProject, entries },
  files,
}: {
  readonly link: ListedLink;
  readonly files: FoundLinks['files'];
}) {
  if (coversProject) return <p>{texts.opens.project}</p>;
  return (
    <ol className={styles.titles}>
      {entries.map((entry) => {
        const file = fileOfEntry(files, entry);
        return (
          <li key={entry.position}>
            {file ? (
              <>
                <bdi>
                  <Breakable text={titleOfEntry(files, entry)} />
                </bdi>{' '}
                <span className="small dim">
                  {entry.fileId === null ? texts.opens.newest : <FileName name={fileLabelOf(file)} />}
                </span>
              </>
            ) : (
              <span className="dim">{texts.opens.gone}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
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

function optionsOf(link: ListedLink): string {
  const { with: kinds } = texts;
  return [
    link.mayComment ? kinds.comments : kinds.silent,
    ...(link.mayComment ? [link.showsAllComments ? kinds.all : kinds.own] : []),
    link.mayDownload ? kinds.download : kinds.listen,
    link.hasPassword ? kinds.password : kinds.free,
    ...(link.asksName ? [kinds.name] : []),
    ...(link.namesProject ? [kinds.named] : []),
  ].join(', ');
}

/** Shows a link's address, with a button that copies it. */
export function Address({
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

/** Renders a listening link: titles, state, options, address, what can be done with it, and its listeners. */
export function ListedLinkItem({
  link,
  files,
  origin,
  path,
  now,
}: {
  readonly link: ListedLink;
  readonly files: FoundLinks['files'];
  /** The origin of the shown addresses. */
  readonly origin: string;
  /** The path of the page. */
  readonly path: string;
  readonly now: Date;
}) {
  const { id, name, isOpen, revokedAt, madeByName, madeAt, token } = link;
  const state = stateOf(link, now);
  return (
    <li id={`link-${id}`} className={styles.link} tabIndex={-1}>
      <div className={styles.head}>
        <h3 dir="auto">{name}</h3>
        <StateMark shape={state.shape} label={state.label} wraps />
      </div>
      <Opens {...{ link, files }} />
      <p className="small dim">
        {capitalised(optionsOf(link))}.{' '}
        <FormattedText template={texts.madeBy} values={{ name: madeByName, when: whenText(madeAt) }} />.
      </p>
      {isOpen && <Address {...{ link, origin }} />}
      <div className={styles.deeds}>
        {revokedAt === null && (
          <ButtonLink
            label={texts.edit.open}
            variant="secondary"
            size="small"
            href={`${path}?link=${id}`}
            aria-label={fill(texts.edit.openOf, { name })}
          />
        )}
        {isOpen && token !== null && (
          <ButtonLink
            label={texts.send.open}
            variant="secondary"
            size="small"
            href={`${path}?link=${id}#send`}
            aria-label={fill(texts.send.openOf, { name })}
          />
        )}
        {isOpen && <RevokeButton {...{ link, path }} />}
      </div>
      <LinkListeners {...{ link, now }} labels={labelsOf(link, files)} />
    </li>
  );
}

/** Renders the button that revokes a link, and its question. */
function RevokeButton({ link: { id, name }, path }: { readonly link: ListedLink; readonly path: string }) {
  const confirmId = `revoke-${id}`;
  return (
    <>
      <Button
        label={texts.revoke}
        variant="secondary"
        size="small"
        aria-label={fill(texts.revokeOf, { name })}
        popoverTarget={confirmId}
      />
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
  );
}
