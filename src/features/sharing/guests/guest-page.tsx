import words from '#content/listening.yaml';
import project from '#content/project.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { visitDays } from '../links/open-link.ts';
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
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { Entered } from './enter-link.ts';
import type { GuestPage } from './open-guest-page.ts';
import styles from './guest-page.module.css';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import { SignInScreen } from '#src/features/accounts/sign-in/sign-in-screen.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';

const { guest: guestScreensTexts } = words;

/** Asks a guest for the password of a link, without saying what the link covers. */
export function LockedScreen({
  refused,
  fileId,
}: {
  readonly refused: RefusedAction | null;
  /** The requested recording, to be opened afterwards. */
  readonly fileId: string | null;
}) {
  const { title, text, password, button } = guestScreensTexts.locked;
  return (
    <SignInScreen kicker={guestScreensTexts.kicker} title={title} text={text}>
      <RefusedMessage refused={refused} />
      <form className={styles.form} method="post" action="?do=unlock" aria-label={title} noValidate>
        <input type="hidden" name="fileId" value={fileId ?? ''} />
        <TextField
          id="password"
          name="password"
          type="password"
          label={password}
          error={refused?.errors['password']}
          autoComplete="off"
          required
        />
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

/** Lists the recordings of a link, each with its newest version. */
function Recordings({
  files,
  recordingId,
  path,
}: {
  readonly files: GuestPage['files'];
  /** The id of the recording in the player. */
  readonly recordingId: string;
  readonly path: string;
}) {
  const recordings = recordingsIn(files);
  if (recordings.length < 2) return null;
  return (
    <Panel id="recordings" title={texts.recordings}>
      <ul className={styles.list}>
        {recordings.map(({ id, name, versions }) => {
          const newest = versions.at(-1);
          if (!newest) return null;
          const { durationMs } = newest;
          return (
            <li key={id}>
              <a
                href={`${path}?file=${newest.id}#player`}
                aria-current={id === recordingId ? 'true' : undefined}
              >
                <RecordingCover file={`${path}/files/${newest.id}`} figureKey={newest.figureKey} />
                <FileName name={name} />
                {durationMs !== null && <span className="italic dim num">{lengthCodeOf(durationMs)}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Links to download the originals. */
function Downloads({ files, path }: { readonly files: GuestPage['files']; readonly path: string }) {
  return (
    <Panel id="downloads" title={texts.downloads}>
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
      <header>
        <p className="italic dim num">{fill(texts.until, { when: whenText(link.expiresAt) })}</p>
        <h1 className="title-1" dir="auto">
          {of.name}
        </h1>
      </header>
      <div className={styles.columns} data-wide={files.length > 1 || link.mayDownload || undefined}>
        <div className={styles.column} id="player-slot" data-live={recording ? undefined : ''}>
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
        <div className={styles.column} id="covered" data-live>
          <Recordings files={files} recordingId={file?.recordingId ?? ''} path={path} />
          {link.mayDownload && files.length > 0 && <Downloads files={files} path={path} />}
        </div>
      </div>
      <p className={`small dim ${styles.recorded}`}>
        {fill(texts.recorded, { days: String(visitDays) })} <a href="/privacy">{texts.privacy}</a>
      </p>
    </div>
  );
}
