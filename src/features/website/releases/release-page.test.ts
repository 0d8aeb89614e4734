import { expect, test } from 'vitest';
import releases from '#content/releases.yaml';
import { releaseJsonLdOf } from './release-page.tsx';

const origin = new URL('https://studio.example');
const [release] = releases.items;
if (!release) throw new Error('The catalogue is empty');

test('a record is told to search engines with its tracks, and an invented artist is not', () => {
  const [album] = releaseJsonLdOf(origin, { ...release, sample: true });
  expect(album).toMatchObject({ '@type': 'MusicAlbum', numTracks: release.tracks.length });
  expect(JSON.stringify(album)).toContain('"duration":"PT4M12S"');
  expect(album).not.toHaveProperty('byArtist');
  const [real] = releaseJsonLdOf(origin, { ...release, sample: false });
  expect(real).toMatchObject({ byArtist: { name: release.artist } });
});
