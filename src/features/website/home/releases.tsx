import home from '#content/home.yaml';
import releases from '#content/releases.yaml';
import site from '#content/site.yaml';
import { TrackPlayer } from '../pieces/track-player.tsx';
import { type Release, releaseHref, Sleeve } from '../releases/sleeve.tsx';
import { LabSection } from '#src/studio/lab-section.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { LazyPowder } from '#src/ui/powder.tsx';
import styles from './releases.module.css';

const { records } = home;

/** The newest sleeve, and below it the first of its tracks that can be heard. */
function Newest({ release }: { readonly release: Release }) {
  const track = release.tracks.find(({ sound }) => sound !== undefined);
  return (
    <div className={styles.newest}>
      <Sleeve release={release} Picture={LazyPowder} />
      {track?.sound && (
        <div>
          <p className={`title-3 ${styles.listen}`}>{track.title}</p>
          <TrackPlayer sound={track.sound} title={track.title} excerpt={releases.words.excerpt} />
        </div>
      )}
    </div>
  );
}

function Entry({ slug, title, artist, format, number, date, note, colour }: Release) {
  return (
    <li className={styles.release}>
      <div className={styles.thumbnail} data-s={colour}>
        <Figure slug={note} />
      </div>
      <div>
        <h3 className="title-3">
          <a href={releaseHref(slug)}>{title}</a>
        </h3>
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
export function Releases() {
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
        {newest && <Newest release={newest} />}
        <div>
          <ul>
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
