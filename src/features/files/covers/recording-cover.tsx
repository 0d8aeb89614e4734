import words from '#content/sound.yaml';
import type { HeardPitch } from '#src/audio/heard-pitches.ts';
import { fill } from '#src/platform/fill.ts';
import { captionLineOf, recordingFigureCaption, figureAddressOf } from './recording-figure.ts';
import styles from './recording-cover.module.css';

const { figure: texts } = words;

type OfRecording = {
  /** The URL of its file, which contains the figure: `/portal/files/<id>` for signed-in people. */
  readonly file: string;
  /** The storage key of the figure, as `figureKey` reads it. */
  readonly figureKey: string | null | undefined;
};

/**
 * Renders a recording's figure as a small square next to its name, which describes it. Without a figure it renders
 * nothing or, with `isHeld`, an empty space that keeps the names in a table aligned.
 */
export function RecordingCover({ file, figureKey, isHeld }: OfRecording & { readonly isHeld?: boolean }) {
  const address = figureAddressOf(file, figureKey, 'svg');
  if (address === null) return isHeld ? <span className={`${styles.cover} ${styles.held}`} /> : null;
  return <img className={styles.cover} src={address} width="48" height="48" loading="lazy" alt="" />;
}

/** Renders a recording's large figure with its pitch and modes, for saving. Nothing if it was not measured. */
export function RecordingFigure({
  file,
  figureKey,
  pitches,
  label,
}: OfRecording & {
  readonly pitches: readonly HeardPitch[] | null | undefined;
  /** The recording's name. */
  readonly label: string;
}) {
  const address = figureAddressOf(file, figureKey, 'svg');
  const picture = figureAddressOf(file, figureKey, 'png');
  if (address === null || picture === null || !pitches) return null;
  const caption = recordingFigureCaption(pitches);
  const of = <span className="sr-only"> {fill(words.sheet.of, { file: label })}</span>;
  return (
    <figure className={styles.figure}>
      <img
        src={address}
        width="400"
        height="400"
        loading="lazy"
        alt={fill(texts.alt, { caption: captionLineOf(caption) })}
      />
      <figcaption>
        <p className="num">{caption.pitch}</p>
        {caption.modes !== null && <p className="italic dim">{caption.modes}</p>}
        <p className="small dim">{pitches.length === 0 ? texts.aboutUnsettled : texts.about}</p>
        <p className={`small ${styles.save}`}>
          <a href={`${address}&save`}>
            {texts.saveSvg}
            {of}
          </a>
          <a href={`${picture}&save`}>
            {texts.savePng}
            {of}
          </a>
        </p>
      </figcaption>
    </figure>
  );
}
