import words from '#content/sound.yaml';
import { markerFormats } from '#src/features/recordings/markers/serve-markers.ts';
import { fill } from '#src/platform/fill.ts';
import styles from './review-player.module.css';

const { markers: texts } = words;

/** Links to a recording's open comments as files for other programs. */
export function MarkerLinks({
  fileId,
  label,
  hasSound,
}: {
  readonly fileId: string;
  /** The file's name. */
  readonly label: string;
  /** Whether its sound was measured: a WAV copy of it can carry them. */
  readonly hasSound: boolean;
}) {
  const names = Object.keys(markerFormats) as (keyof typeof markerFormats)[];
  return (
    <details className={`small ${styles.markers}`}>
      <summary>
        {texts.title}
        <span className="sr-only"> {fill(texts.of, { file: label })}</span>
      </summary>
      <p className="dim">{texts.about}</p>
      <ul className={styles.figures} id={`markers-${fileId}`} data-live>
        {names
          .filter((name) => name !== 'wave' || hasSound)
          .map((name) => (
            <li key={name}>
              <a href={`/portal/files/${fileId}/markers.${markerFormats[name]}`} download>
                {texts.formats[name]}
              </a>
            </li>
          ))}
      </ul>
    </details>
  );
}
