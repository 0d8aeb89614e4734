import home from '#content/home.yaml';
import releases from '#content/releases.yaml';
import site from '#content/site.yaml';
import { LabSection } from '#src/features/site/lab-section.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { LazyPowder } from '#src/ui/powder.tsx';
import styles from './records.module.css';

const { records } = home;

type Release = (typeof releases.items)[number];

function Sleeve({ title, artist, number, note, colour }: Release) {
  return (
    <div className={styles.sleeve} data-s={colour}>
      <LazyPowder slug={note} className={styles.powder} />
      <p className={styles.title}>
        {title}
        <br />
        {artist}
      </p>
      <p className={`italic small ${styles.number}`}>{number}</p>
    </div>
  );
}

function Entry({ title, artist, format, number, date, note, colour }: Release) {
  return (
    <li className={styles.release}>
      <div className={styles.thumbnail} data-s={colour}>
        <Figure slug={note} />
      </div>
      <div>
        <h3 className="title-3">{title}</h3>
        <p className="dim small">
          {artist}. {format}
        </p>
      </div>
      <p className={`italic small dim ${styles.date}`}>
        {number}, {date}
      </p>
    </li>
  );
}

/** The twelve plates struck one after the other, as a spectrogram across the whole page. */
function ScaleSpectrogram({ caption }: { readonly caption: string }) {
  return (
    <figure className={styles.spectrogram}>
      <div className={styles.picture}>
        <div />
      </div>
      <figcaption className={`wrap italic small dim ${styles.caption}`}>{caption}</figcaption>
    </figure>
  );
}

/** The record label: the newest sleeve at its real proportions, and the catalogue. */
export function Records() {
  const [newest] = releases.items;
  return (
    <LabSection
      id="records"
      surface="plate"
      note="f4"
      title={site.label.name}
      lead={records.lead}
      backdrop={<ScaleSpectrogram caption={records.caption} />}
    >
      <div className={styles.columns}>
        {newest && <Sleeve {...newest} />}
        <div>
          <ul className={styles.catalogue}>
            {releases.items.map((release) => (
              <Entry key={release.number} {...release} />
            ))}
          </ul>
          <div className={styles.foot}>
            {releases.items.some(({ sample }) => sample) && (
              <p className={`italic small dim ${styles.notice}`}>{releases.notice}</p>
            )}
            <ButtonLink label={records.button} variant="secondary" href="/?service=records#contact" />
          </div>
        </div>
      </div>
    </LabSection>
  );
}
