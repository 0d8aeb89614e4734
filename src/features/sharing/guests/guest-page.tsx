import words from '#content/listening.yaml';
import project from '#content/project.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { visitDays } from '../links/open-link.ts';
import { figureAddressOf } from '#src/features/files/covers/recording-figure.ts';
import { RecordingCover } from '#src/features/files/covers/recording-cover.tsx';
import { FileName, fileLabelOf } from '#src/features/files/file-name.tsx';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { recordingsIn } from '#src/features/files/recording-versions.ts';
import { CommentForm, type CommentDraft } from '#src/features/review/player/comment-form.tsx';
import { ReviewPlayer } from '#src/features/review/player/review-player.tsx';
import type { SoundQuality } from '#src/features/review/player/sound-quality.ts';
import { lengthCodeOf } from '#src/features/files/measurements/time-code.ts';
import { whenText } from '#src/studio/when-text.ts';
import line from '#src/workspace/line-box.module.css';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { Entered } from './enter-link.ts';
import type { GuestPage } from './open-guest-page.ts';
import styles from './guest-page.module.css';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import { SignInScreen } from '#src/features/accounts/sign-in/sign-in-screen.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';

const { guest: guestScreensTexts } = words;

/** Asks a guest for the password of a link and for a name, without saying what the link covers. */
export function LockedScreen({
  refused,
  missing,
  fileId,
}: {
  readonly refused: RefusedAction | null;
  /** What has to be entered. */
  readonly missing: Entered['missing'];
  /** The requested recording, to be opened afterwards. */
  readonly fileId: string | null;
}) {
  const { title, text, password, button, name, nameText } = guestScreensTexts.locked;
  const asksPassword = missing.includes('password');
  const heading = asksPassword ? title : name;
  return (
    <SignInScreen kicker={guestScreensTexts.kicker} title={heading} text={asksPassword ? text : nameText}>
      <RefusedMessage refused={refused} />
      <form className={styles.form} method="post" action="?do=unlock" aria-label={heading} noValidate>
        <input type="hidden" name="fileId" value={fileId ?? ''} />
        {asksPassword && (
          <TextField
            id="password"
            name="password"
            type="password"
            label={password}
            error={refused?.errors['password']}
            autoComplete="off"
            required
          />
        )}
        {missing.includes('name') && (
          <TextField
            id="name"
            name="name"
            label={guestScreensTexts.name.label}
            hint={asksPassword ? nameText : undefined}
            defaultValue={refused?.entries['name']}
            error={refused?.errors['name']}
            maxLength={100}
            autoComplete="name"
            required
          />
        )}
        <Button type="submit" label={button} />
      </form>
    </SignInScreen>
  );
}

/** The page for an ended link, and equally for one that never existed. */
export const EndedScreen = () => (
  <SignInScreen
    kicker={guestScreensTexts.kicker}
    title={guestScreensTexts.ended.title}
    text={guestScreensTexts.ended.text}
  >
    {null}
  </SignInScreen>
);

const { guest: texts } = words;

/** Renders the guest's stored name, or the field for it. */
function Signature({
  name,
  refused,
}: {
  readonly name: string | null;
  readonly refused: RefusedAction | null;
}) {
  const { text, label } = texts.name;
  return (
    <div className={styles.signature} id="guest-signature" data-live>
      {name ? (
        <p className={`small dim ${styles.as}`}>
          <FormattedText template={texts.as} values={{ name }} />
        </p>
      ) : (
        <>
          <label className="small" htmlFor="guest-name">
            {label}
          </label>
          <input
            className={line.box}
            id="guest-name"
            name="name"
            defaultValue={refused?.entries['name']}
            maxLength={100}
            autoComplete="name"
            required
            aria-invalid={refused?.errors['name'] !== undefined || undefined}
            aria-describedby="guest-name-hint comment-said"
          />
          <p className="small dim" id="guest-name-hint">
            {text}
          </p>
        </>
      )}
    </div>
  );
}

type ListedFile = GuestPage['files'][number];

/** Returns the rows of the list: the titles of a playlist, or the recordings of a project with their newest versions. */
function listedOf(files: GuestPage['files'], isPlaylist: boolean): { name: string; file: ListedFile }[] {
  if (isPlaylist) return files.map((file) => ({ name: file.name, file }));
  return recordingsIn(files).flatMap(({ name, versions }) => {
    const file = versions.at(-1);
    return file ? [{ name, file }] : [];
  });
}

/** Lists what a link covers; the titles of a playlist are numbered. */
function Recordings({
  files,
  shown,
  isPlaylist,
  path,
}: {
  readonly files: GuestPage['files'];
  /** The file in the player. */
  readonly shown: ListedFile | undefined;
  readonly isPlaylist: boolean;
  readonly path: string;
}) {
  const listed = listedOf(files, isPlaylist);
  if (listed.length < 2) return null;
  const isShown = (file: ListedFile) =>
    isPlaylist ? file.id === shown?.id : file.recordingId === shown?.recordingId;
  const List = isPlaylist ? 'ol' : 'ul';
  return (
    <Panel id="recordings" title={isPlaylist ? texts.titles : texts.recordings}>
      <List className={styles.list}>
        {listed.map(({ name, file }, index) => (
          <li key={file.id}>
            <a href={`${path}?file=${file.id}#player`} aria-current={isShown(file) ? 'true' : undefined}>
              {isPlaylist && <span className={`num dim ${styles.number}`}>{index + 1}</span>}
              <RecordingCover file={`${path}/files/${file.id}`} figureKey={file.figureKey} />
              <FileName name={name} />
              {file.durationMs !== null && (
                <span className="italic dim num">{lengthCodeOf(file.durationMs)}</span>
              )}
            </a>
          </li>
        ))}
      </List>
    </Panel>
  );
}

/** Links to the title that follows in a playlist; `follow-listening.client.ts` opens it when the current one ends. */
function NextTitle({
  files,
  shown,
  path,
}: {
  readonly files: GuestPage['files'];
  readonly shown: ListedFile | undefined;
  readonly path: string;
}) {
  const at = files.findIndex(({ id }) => id === shown?.id);
  const next = at < 0 ? undefined : files[at + 1];
  return (
    <p id="next-title" data-live className={styles.next}>
      {next && (
        <ArrowLink
          label={fill(texts.next, { title: next.name })}
          href={`${path}?file=${next.id}#player`}
          data-next-title
        />
      )}
    </p>
  );
}

/** The cover of a playlist: its picture, or the figure of its first title. */
function Cover({
  link,
  files,
  path,
}: {
  readonly link: Entered['link'];
  readonly files: GuestPage['files'];
  readonly path: string;
}) {
  const first = files.find(({ figureKey }) => figureKey);
  const figure = first ? figureAddressOf(`${path}/files/${first.id}`, first.figureKey, 'svg') : null;
  const address = link.coverFileId === null ? figure : `${path}/cover?v=${link.coverFileId}`;
  if (link.coversProject || address === null) return null;
  return <img className={styles.cover} src={address} width="160" height="160" alt={texts.cover} />;
}

/** "Three titles, 12:05"; the length only if all are known. */
function summaryOf(files: GuestPage['files']): string {
  const length = lengthCodeOf(files.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0));
  const [one, many] = texts.summary;
  return files.length === 1 ? fill(one, { length }) : fill(many, { count: String(files.length), length });
}

/** Links to download the originals. */
function Downloads({ files, path }: { readonly files: GuestPage['files']; readonly path: string }) {
  return (
    <Panel id="downloads" title={texts.downloads}>
      {files.length > 1 && (
        <p className={styles.all}>
          <ButtonLink
            label={texts.downloadAll}
            variant="secondary"
            size="small"
            href={`${path}/files.zip`}
            download
          />
        </p>
      )}
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.id}>
            <a href={`${path}/files/${file.id}/download`} download>
              <span className="sr-only">{project.files.download} </span>
              <FileName name={fileLabelOf(file)} />
              <span className="italic dim num">{fileSizeText(file.sizeBytes)}</span>
              <Icon name="download" />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The page of an open link: the portal's player, and the other files that the link covers. */
export function GuestPageScreen({
  entered: { link, project: of, path, guest },
  page: { files, recording },
  draft,
  sound,
  refused,
}: {
  readonly entered: Entered;
  readonly page: GuestPage;
  readonly draft: CommentDraft;
  readonly sound: SoundQuality;
  readonly refused: RefusedAction | null;
}) {
  const file = recording?.file;
  const guestId = guest?.id ?? '';
  const isPlaylist = !link.coversProject;
  const href = `${path}?file=${file?.id ?? ''}`;
  const writing =
    link.mayComment && recording ? (
      <CommentForm
        fileId={recording.file.id}
        comments={recording.comments}
        personId={guestId}
        readerNames={[]}
        signature={<Signature name={guest?.name ?? null} refused={refused} />}
        {...{ draft, href }}
      />
    ) : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.top}>
        <Cover {...{ link, files, path }} />
        <div>
          <p className="italic dim num">{fill(texts.until, { when: whenText(link.expiresAt) })}</p>
          <h1 className="title-1" dir="auto">
            {link.title ?? of.name}
          </h1>
          {isPlaylist && files.length > 0 && <p className="num">{summaryOf(files)}</p>}
        </div>
      </header>
      <div className={styles.columns} data-wide={files.length > 1 || link.mayDownload || undefined}>
        <div className={styles.column}>
          <div id="player-slot" data-live={recording ? undefined : ''}>
            {recording ? (
              <ReviewPlayer
                viewer="guest"
                personId={guestId}
                filesPath={`${path}/files`}
                {...{ recording, path, draft, sound, writing }}
              />
            ) : (
              <Empty>{texts.nothing}</Empty>
            )}
          </div>
          {isPlaylist && <NextTitle shown={file} {...{ files, path }} />}
        </div>
        <div className={styles.column} id="covered" data-live>
          <Recordings shown={file} {...{ files, isPlaylist, path }} />
          {link.mayDownload && files.length > 0 && <Downloads files={files} path={path} />}
        </div>
      </div>
      <p className={`small dim ${styles.recorded}`}>
        {fill(texts.recorded, { days: String(visitDays) })} <a href="/privacy">{texts.privacy}</a>
      </p>
    </div>
  );
}
