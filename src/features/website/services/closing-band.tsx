import services from '#content/services.yaml';
import { destinationOf } from '#src/studio/destinations.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Ticks } from '#src/ui/ticks.tsx';
import styles from './closing-band.module.css';

/** A ruler with a mark for each name, the last one at its end. */
function Scale({ marks }: { readonly marks: readonly string[] }) {
  return (
    <div className={styles.scale} data-marks={marks.length} aria-hidden="true">
      <Ticks parts={(marks.length - 1) * 5} className={styles.short} />
      <Ticks parts={marks.length - 1} className={styles.long} />
      <p className={`italic small num ${styles.names}`}>
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </p>
    </div>
  );
}

/** The end of every service page: the two ways to start, each with the time it takes. */
export function ClosingBand() {
  const { title, text, brief, briefScale, call, callScale } = services.closing;
  return (
    <section className={`section ${styles.band}`} data-s="signal" aria-labelledby="closing-title">
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.words}>
          <h2 id="closing-title" className="title">
            {title}
          </h2>
          <p className="lead">{text}</p>
        </div>
        <div className={styles.ways}>
          <div>
            <Scale marks={briefScale} />
            <ButtonLink label={brief} href={destinationOf('brief').href} />
          </div>
          <div>
            <Scale marks={callScale} />
            <ButtonLink
              label={call}
              variant="secondary"
              href={destinationOf('discovery-call').href}
              data-opens="discovery-call"
            />
          </div>
        </div>
      </div>
    </section>
  );
}
