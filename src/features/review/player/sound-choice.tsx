import words from '#content/project.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { previewBytesOf } from '#src/audio/encode-preview.ts';
import { fill } from '#src/platform/fill.ts';
import type { ReviewedRecording } from './find-recording.ts';
import styles from './review-player.module.css';
import { canBeLight, playedSoundOf, type SoundQuality } from './sound-quality.ts';

const { sound } = words.player;

/** The label of the light rendition with its size, or about what that will be if it is not made yet. */
function lightLabelOf({ file, measurement }: ReviewedRecording): string {
  const sizeBytes = measurement?.light?.sizeBytes ?? null;
  if (sizeBytes !== null) return fill(sound.light, { size: fileSizeText(sizeBytes) });
  const channels = measurement?.measures?.format.channels ?? 2;
  return fill(sound.lightAbout, { size: fileSizeText(previewBytesOf(channels, file.durationMs ?? 0)) });
}

/** Links that choose what is heard, as plain requests. `review-player.client.ts` goes on in place, also once what is wanted is ready. */
export function SoundChoice({
  recording,
  wanted,
  href,
}: {
  readonly recording: ReviewedRecording;
  readonly wanted: SoundQuality;
  /** The address of the page with this recording. */
  readonly href: string;
}) {
  const { id } = recording.file;
  const isOffered = canBeLight(recording);
  const played = playedSoundOf(recording, wanted);
  const labels = { full: sound.full, light: isOffered ? lightLabelOf(recording) : '' };
  const note = played === 'light' ? sound.playsLight : wanted === 'light' ? sound.making : '';
  return (
    <div className={styles.choice} id={`choice-${id}`} data-live>
      {isOffered && (
        <>
          <div className={`${styles.versions} ${styles.versionLinks}`} role="group" aria-label={sound.title}>
            {(['full', 'light'] as const).map((quality) => (
              <a
                key={quality}
                href={`${href}&sound=${quality}#player`}
                aria-current={quality === played ? 'true' : undefined}
                data-quality={quality}
              >
                {labels[quality]}
              </a>
            ))}
          </div>
          {note !== '' && <p className="small dim">{note}</p>}
        </>
      )}
    </div>
  );
}
