import words from '#content/sound.yaml';
import { fill } from '#src/platform/fill.ts';
import styles from './review-player.module.css';

const { markers: texts } = words;

/** Links to a recording's open comments as files for other programs. */
export function MarkerLinks({
  fileId,
  label,
  isWave,
}: {
  readonly fileId: string;
  /** The file's name. */
  readonly label: string;
  /** Whether a copy of the file can carry them. */
  readonly isWave: boolean;
}) {
  const { wave, ...others } = texts.formats;
  const formats = Object.entries(isWave ? { ...others, wave } : others);
  return (
    <details className={`small ${styles.markers}`}>
      <summary>
        {texts.title}
        <span className="sr-only"> {fill(texts.of, { file: label })}</span>
      </summary>
      <p className="dim">{texts.about}</p>
      <ul className={styles.figures}>
        {formats.map(([format, name]) => (
          <li key={format}>
            <a href={`/desk/files/${fileId}/markers/${format}`} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
