import type { NoteSlug } from '#src/studio/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import spectrogram from '#src/generated/cue-spectrogram.webp?url';
import styles from './article-cover.module.css';

/** An article's picture: the figure of its note, or the spectrogram, on the surface of its colour. */
export function ArticleCover({
  image,
  colour,
  className,
}: {
  readonly image: NoteSlug | 'spectrogram';
  readonly colour: 'plate' | 'signal' | 'paper';
  readonly className?: string | undefined;
}) {
  return (
    <div className={[styles.cover, className].filter(Boolean).join(' ')} data-s={colour}>
      {image === 'spectrogram' ? (
        <img src={spectrogram} width="720" height="820" alt="" loading="lazy" decoding="async" />
      ) : (
        <Figure slug={image} />
      )}
    </div>
  );
}
