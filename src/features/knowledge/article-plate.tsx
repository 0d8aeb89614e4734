import type { NoteSlug } from '#src/features/site/notes.ts';
import { Powder } from '#src/ui/powder.tsx';
import styles from './article-plate.module.css';

/** The large picture at the head of an article: powder or spectrogram in the ink of the cover's surface. */
export function ArticlePlate({
  image,
  colour,
}: {
  readonly image: NoteSlug | 'spectrogram';
  readonly colour: 'plate' | 'signal' | 'paper';
}) {
  return (
    <div className={styles.plate} data-s={colour} aria-hidden="true">
      {image === 'spectrogram' ? <div className={styles.spectrogram} /> : <Powder slug={image} />}
    </div>
  );
}
