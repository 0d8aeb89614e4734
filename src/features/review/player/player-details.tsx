import words from '#content/project.yaml';
import soundWords from '#content/sound.yaml';
import { RecordingFigure } from '#src/features/files/covers/recording-cover.tsx';
import { FileHash } from '#src/features/files/file-hash.tsx';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { measuredText } from '#src/features/files/measurements/measurement-text.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import dialog from '#src/ui/confirm-popover.module.css';
import { severalOf } from '#src/workspace/count-words.ts';
import type { ReviewedRecording } from './find-recording.ts';
import { MarkerLinks } from './marker-links.tsx';
import styles from './player-details.module.css';
import meterStyles from './review-meters.module.css';
import { TimelineTools } from './review-timeline.tsx';
import { SoundChoice, SoundLine, SoundPictures } from './sound-panel.tsx';
import type { SoundQuality } from './sound-quality.ts';

const { meters, units } = soundWords;

function Meter({
  kind,
  label,
  unit,
}: {
  readonly kind: 'loudness' | 'peak';
  readonly label: string;
  readonly unit: string;
}) {
  return (
    <div className={meterStyles.meter} data-meter={kind} data-unit={unit}>
      <span>{label}</span>
      <svg className={meterStyles.bar} viewBox="0 0 100 8" preserveAspectRatio="none">
        <rect className={meterStyles.track} width="100" height="8" />
        <rect className={meterStyles.level} width="0" height="8" />
      </svg>
      <span className={`num ${meterStyles.value}`}>–</span>
    </div>
  );
}

/**
 * Renders short-term loudness and peak at the playhead. Scripts show and update them. The measurements are also shown
 * as text and in the delivery report, so the meters are hidden from screen readers.
 */
function ReviewMeters({ measurement }: Pick<ReviewedRecording, 'measurement'>) {
  const hasLoudness = (measurement?.measures?.curve.length ?? 0) > 1;
  return (
    <div className={`small dim ${meterStyles.meters}`} data-meters aria-hidden="true">
      {hasLoudness && <Meter kind="loudness" label={meters.loudness} unit={units.lufs} />}
      <Meter kind="peak" label={meters.peak} unit={units.dbfs} />
    </div>
  );
}

const { keys, details: texts } = words.player;

const keysIdOf = (fileId: string) => `keys-${fileId}`;

/**
 * Renders the list of the player's keys, in which they can be turned off. It is outside the details, so that a key opens
 * it while they are closed. Needs scripts.
 */
export function PlayerKeys({ fileId }: { readonly fileId: string }) {
  const id = keysIdOf(fileId);
  return (
    <div className={styles.keys} data-keys>
      <dialog className={dialog.dialog} id={id} popover="auto" aria-labelledby={`${id}-title`}>
        <h3 className="title-3" id={`${id}-title`}>
          {keys.title}
        </h3>
        <dl className={`small ${styles.keyList}`}>
          {keys.list.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="small dim">{keys.about}</p>
        <label className={`small ${styles.onOff}`}>
          <input type="checkbox" defaultChecked /> {keys.on}
        </label>
        <Button
          label={keys.close}
          variant="secondary"
          size="small"
          popoverTarget={id}
          popoverTargetAction="hide"
        />
      </dialog>
    </div>
  );
}

/** Renders the recording's cymatic figure once it is measured. */
function CymaticFigure({
  recording: { file, measurement },
  filesPath,
}: {
  readonly recording: ReviewedRecording;
  readonly filesPath: string;
}) {
  const { artefacts, measures } = measurement ?? {};
  if (!artefacts?.figure || !measures?.pitches) return null;
  return (
    <details className="small" id={`figure-${file.id}`}>
      <summary>{soundWords.figure.title}</summary>
      <RecordingFigure
        file={`${filesPath}/${file.id}`}
        figureKey={artefacts.figure}
        pitches={measures.pitches}
        label={fileLabelOf(file)}
      />
    </details>
  );
}

/** Renders format, peak and faults on the closed line: "WAV, peak −2.4 dBTP, no faults". */
function ClosedLine({ measurement }: Pick<ReviewedRecording, 'measurement'>) {
  const measures = measurement?.measures;
  if (!measures) return null;
  const { format, truePeak, findings } = measures;
  const faultCount = findings?.faults.length ?? 0;
  const facts = [
    wordsFor(soundWords.containers, format.container, format.container.toUpperCase()),
    ...(truePeak === null ? [] : [fill(texts.peak, { value: measuredText('dbtp', truePeak) })]),
  ];
  return (
    <>
      {facts.join(', ')}
      {findings && ', '}
      {findings && faultCount === 0 && texts.noFaults}
      {faultCount > 0 && <strong className={styles.fault}>{severalOf(faultCount, texts.faults)}</strong>}
    </>
  );
}

/** Renders what an engineer also needs, folded. `review-player.client.ts` remembers that it is open. */
export function PlayerDetails({
  recording,
  filesPath,
  href,
  isGuest,
  hasTimeline,
  canZoom,
  sound,
  children,
}: {
  readonly recording: ReviewedRecording;
  /** The base path of the files. */
  readonly filesPath: string;
  /** The address of the recording's page. */
  readonly href: string;
  readonly isGuest: boolean;
  readonly hasTimeline: boolean;
  readonly canZoom: boolean;
  /** The sound quality that the listener wants. */
  readonly sound: SoundQuality;
  /** The measurements of a comparison. */
  readonly children: React.ReactNode;
}) {
  const { file, measurement } = recording;
  const label = fileLabelOf(file);
  return (
    <details className={styles.details} id={`details-${file.id}`} data-details>
      <summary className="small">
        {texts.title}
        <span className="dim num" id={`closed-${file.id}`} data-live>
          <ClosedLine measurement={measurement} />
        </span>
      </summary>
      {canZoom && <TimelineTools />}
      {canZoom && <ReviewMeters measurement={measurement} />}
      <SoundLine fileId={file.id} {...{ label, measurement, hasTimeline }} hasSheet={!isGuest} />
      {children}
      <div className={styles.heard}>
        <SoundChoice {...{ recording, href }} wanted={sound} />
        {recording.next && (
          <label className={`small ${styles.onOff} ${styles.keys}`}>
            <input type="checkbox" data-play-on /> {words.player.controls.playOn}
          </label>
        )}
      </div>
      <div className={styles.more}>
        {hasTimeline && <SoundPictures {...{ file, measurement, filesPath }} />}
        <CymaticFigure {...{ recording, filesPath }} />
        {!isGuest && <MarkerLinks {...{ recording, label }} />}
        <button
          type="button"
          className={`small ${styles.open} ${styles.keys}`}
          popoverTarget={keysIdOf(file.id)}
          data-open-keys
        >
          {keys.title}
        </button>
        {!isGuest && <FileHash template={texts.hash} sha256={file.sha256} />}
      </div>
    </details>
  );
}
