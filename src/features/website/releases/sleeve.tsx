import type releases from '#content/releases.yaml';
import type { LazyPowder } from '#src/ui/powder.tsx';
import styles from './sleeve.module.css';

/** The address of a release's page. */
export const releaseHref = (slug: string): `/${string}` => `/records/${slug}`;

export type Release = (typeof releases.items)[number];

/** The sleeve of a release with the figure of its tonic, as a lazy-loaded or an inline picture. */
export function Sleeve({
  release: { title, artist, number, note, colour },
  Picture,
}: {
  readonly release: Release;
  readonly Picture: typeof LazyPowder;
}) {
  return (
    <div className={styles.sleeve} data-s={colour}>
      <Picture slug={note} className={styles.powder} />
      <p className={styles.title}>
        {title}
        <br />
        {artist}
      </p>
      <p className={`italic small ${styles.number}`}>{number}</p>
    </div>
  );
}
