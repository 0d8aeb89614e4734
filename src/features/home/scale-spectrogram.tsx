import styles from './scale-spectrogram.module.css';

/** The twelve plates struck one after the other, as a spectrogram across the whole page. */
export function ScaleSpectrogram({ caption }: { readonly caption: string }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.picture}>
        <div />
      </div>
      <figcaption className={`wrap italic small dim ${styles.caption}`}>{caption}</figcaption>
    </figure>
  );
}
