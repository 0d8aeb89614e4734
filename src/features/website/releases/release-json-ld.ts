import site from '#content/site.yaml';
import { breadcrumbsOf, organizationIdOf } from '#src/studio/json-ld.ts';
import { releaseHref } from './release-href.ts';
import type { Release } from './sleeve.tsx';

/** Minutes and seconds (4:05) as ISO 8601 writes them. */
const durationOf = (length: string) => {
  const [minutes = '0', seconds = '0'] = length.split(':');
  return `PT${Number(minutes)}M${Number(seconds)}S`;
};

/** A record for search engines. An invented artist is not named to them. */
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
