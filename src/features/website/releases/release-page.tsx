import releases from '#content/releases.yaml';
import site from '#content/site.yaml';
import { breadcrumbsOf, organizationIdOf } from '#src/studio/page-head.ts';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Powder } from '#src/ui/powder.tsx';
import { TrackPlayer } from '../pieces/track-player.tsx';
import styles from './release-page.module.css';
import { type Release, releaseHref, Sleeve } from './sleeve.tsx';

/** Minutes and seconds (4:05) as ISO 8601 writes them. */
const durationOf = (length: string) => {
  const [minutes = '0', seconds = '0'] = length.split(':');
  return `PT${Number(minutes)}M${Number(seconds)}S`;
};

/** Returns a release's JSON-LD for search engines, without invented artists. */
export function releaseJsonLdOf(origin: URL, release: Release) {
  const { slug, title, about, artist, number, published, tracks, sample } = release;
  const url = new URL(releaseHref(slug), origin).href;
  const album = {
    '@context': 'https://schema.org',
    '@type': 'MusicAlbum',
    name: title,
    description: about,
    url,
    image: new URL(`/social/record-${slug}.png`, origin).href,
    numTracks: tracks.length,
    ...(!sample && { byArtist: { '@type': 'MusicGroup', name: artist } }),
    albumRelease: {
      '@type': 'MusicRelease',
      catalogNumber: number,
      datePublished: published,
      recordLabel: {
        '@type': 'Organization',
        name: site.label.name,
        parentOrganization: { '@id': organizationIdOf(origin) },
      },
    },
    track: {
      '@type': 'ItemList',
      itemListElement: tracks.map((track, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: { '@type': 'MusicRecording', name: track.title, duration: durationOf(track.length) },
      })),
    },
  };
  return [
    album,
    breadcrumbsOf(
      origin,
      { name: site.label.name, path: '/#records' },
      { name: title, path: releaseHref(slug) },
    ),
  ];
}

const { words } = releases;

function Tracks({ tracks }: Pick<Release, 'tracks'>) {
  return (
    <ol className={styles.tracks}>
      {tracks.map(({ title, length, sound }, index) => (
        <li key={title}>
          <span className="italic dim num">{index + 1}</span>
          <span className={styles.name}>{title}</span>
          <span className="italic dim num">{length}</span>
          {sound && (
            <div className={styles.player}>
              <TrackPlayer sound={sound} title={title} excerpt={words.excerpt} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The page of a release: sleeve, tracks with excerpts, liner notes and credits. */
export function ReleasePage({ release }: { readonly release: Release }) {
  const { note, lines, artist, format, number, date, notes, credits, tracks, sample } = release;
  return (
    <>
      <PlateHead note={note} lines={lines} lead={`${artist}. ${format}.`}>
        <p className={`italic dim ${styles.facts}`}>
          {number}, {date}
        </p>
      </PlateHead>
      <section className="section" data-s="plate" aria-labelledby="tracks-title">
        <div className={`wrap ${styles.columns}`}>
          <div className={styles.sleeve}>
            <Sleeve release={release} Picture={Powder} />
          </div>
          <div>
            <h2 id="tracks-title" className="title-2">
              {words.tracks}
            </h2>
            <Tracks tracks={tracks} />
            {sample && (
              <p className={`italic small dim ${styles.notice}`}>
                {releases.notice} {words.synthesised}
              </p>
            )}
          </div>
        </div>
      </section>
      <section className="section" data-s="paper" aria-labelledby="notes-title">
        <div className={`wrap ${styles.columns}`}>
          <h2 id="notes-title" className="title-2">
            {words.notes}
          </h2>
          <div className={styles.notes}>
            {notes.map((paragraph) => (
              <p key={paragraph} className="lead">
                {paragraph}
              </p>
            ))}
            <h3 className="title-3">{words.credits}</h3>
            <ul className={styles.credits}>
              {credits.map((credit) => (
                <li key={credit}>{credit}</li>
              ))}
            </ul>
            <p>
              <ArrowLink label={words.all} href="/#records" />
            </p>
          </div>
        </div>
      </section>
    </>
  );
}
