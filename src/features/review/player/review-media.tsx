import words from '#content/project.yaml';
import { listenAddressOf } from '#src/features/files/serving/serve-file.ts';
import { previewType } from '#src/audio/encode-preview.ts';
import { fill } from '#src/platform/fill.ts';
import type { ReviewedRecording } from './find-recording.ts';
import { frameCodeOf } from '#src/features/files/measurements/frame-code.ts';
import styles from './review-player.module.css';
import type { SoundQuality } from './sound-quality.ts';

const { player } = words;
const { video } = player;

/** The time code of a video whose frame rate is known; null for everything else. */
export const frameRateOf = ({ file, measurement }: ReviewedRecording): number | null =>
  file.kind === 'video'
    ? (measurement?.measures?.format.frameRate ?? measurement?.picture?.frameRate ?? null)
    : null;

/** The time code of the frame that is shown. Scripts uncover it and keep it up to date. */
export function FrameCode({ recording }: { readonly recording: ReviewedRecording }) {
  const rate = frameRateOf(recording);
  if (rate === null) return null;
  return (
    <p className="small dim num" data-frame-code={rate} hidden>
      <span className="sr-only">{video.code} </span>
      <span>{frameCodeOf(0, rate)}</span>
    </p>
  );
}

function VideoTools({ hasFrames }: { readonly hasFrames: boolean }) {
  return (
    <div className={styles.frames} role="group" aria-label={video.title} data-video-tools hidden>
      {hasFrames && (
        <>
          <button type="button" className={`small ${styles.open}`} data-frame="-1">
            {video.back}
          </button>
          <button type="button" className={`small ${styles.open}`} data-frame="1">
            {video.forward}
          </button>
        </>
      )}
      <button type="button" className={`small ${styles.open}`} data-full-screen hidden>
        {video.full}
      </button>
    </div>
  );
}

/**
 * The element that plays a recording: audio, or video in its place. A browser that cannot play the light rendition takes the full
 * sound, and one that cannot play the video takes its sound, as the second source. `review-video.client.ts` says so, and moves by
 * frames.
 */
export function ReviewMedia({
  recording,
  label,
  hasTimeline,
  quality,
  filesPath,
  isRecorded,
}: {
  readonly recording: ReviewedRecording;
  /** The file's name. */
  readonly label: string;
  /** Whether a timeline takes the place of the browser's controls. */
  readonly hasTimeline: boolean;
  readonly quality: SoundQuality;
  /** The address below which the files are. */
  readonly filesPath: string;
  /** True if listening is recorded: then nothing is loaded before playing begins. */
  readonly isRecorded: boolean;
}) {
  const preload = isRecorded ? 'none' : 'metadata';
  const { id, kind } = recording.file;
  if (kind !== 'video') {
    const isLight = quality === 'light';
    return (
      <audio
        className={styles.audio}
        controls
        preload={preload}
        src={isLight ? undefined : listenAddressOf(filesPath, id)}
        aria-label={fill(player.audio, { file: label })}
      >
        {isLight && <source src={listenAddressOf(filesPath, id, 'light')} type={previewType} />}
        {isLight && <source src={listenAddressOf(filesPath, id)} />}
      </audio>
    );
  }
  return (
    <>
      <video
        className={styles.video}
        controls
        playsInline
        preload={preload}
        aria-label={fill(video.name, { file: label })}
        data-no-picture={video.noPicture}
      >
        <source src={listenAddressOf(filesPath, id)} />
        {hasTimeline && <source src={listenAddressOf(filesPath, id, 'sound')} />}
      </video>
      {hasTimeline && <VideoTools hasFrames={frameRateOf(recording) !== null} />}
    </>
  );
}
