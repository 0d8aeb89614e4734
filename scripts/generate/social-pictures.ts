import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { parse } from 'yaml';
import { schemas } from '#content/schemas.ts';
import { articleSchema } from '#content/schemas/article.schema.ts';
import { contentFoldersIn, readContent, textFilesOf } from '#src/platform/content/own-content.ts';
import { noteOf, type NoteSlug, type PlateId, plates } from '#src/studio/notes.ts';
import { figurePathOf } from './figures.ts';
import { italicLettering, waveLettering } from './lettering.ts';

const folders = contentFoldersIn(join(import.meta.dirname, '../..'));
const site = readContent(schemas.site, 'site', folders);
const releases = readContent(schemas.releases, 'releases', folders);
const { destinations, keyDestinations, restricted } = readContent(schemas.system, 'system', folders);

interface SocialPicture {
  /** File name without its extension. */
  readonly name: string;
  readonly title: string;
  readonly note: NoteSlug;
}

/** Pages titled with the name of their destination. */
const pages = [
  'production',
  'post',
  'brand-sync',
  'consulting',
  'research',
  'musicraft',
  'blog',
  'discovery-call',
  'session-planner',
  'verify',
  'cymatics',
  'privacy',
  'terms',
  'accessibility',
] as const satisfies PlateId[];

/** Everything with a social picture: the home page, every public page, every article, every release. */
export function socialPictures(): SocialPicture[] {
  const articles = textFilesOf('articles', folders).map((file) => {
    const text = readFileSync(file, 'utf8');
    const head = articleSchema.parse(parse(/^---\n(.*?)\n---/s.exec(text)?.[1] ?? ''));
    const note = head.image === 'spectrogram' ? plates.blog : head.image;
    return { name: basename(file, '.mdx'), title: head.title, note };
  });
  return [
    { name: 'home', title: site.tagline, note: plates.home },
    { name: 'edutech', title: destinations['edutech-page'], note: plates['edutech-page'] },
    { name: 'portal', title: restricted.title, note: plates.portal },
    ...pages.map((id) => ({
      name: id,
      title: { ...destinations, ...keyDestinations }[id],
      note: plates[id],
    })),
    ...articles,
    ...releases.items.map(({ slug, title, note }) => ({ name: `record-${slug}`, title, note })),
  ];
}

/** Breaks a text into lines of at most `longest` letters, as even as a greedy algorithm allows. */
function linesOf(title: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= longest)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Draws the preview picture of a link to the page: 1200×630, with the page's figure and its title as a wave. */
export async function drawSocialPicture({ title, note: slug }: SocialPicture): Promise<Buffer> {
  const note = noteOf(slug);
  const lines = linesOf(title, title.length > 26 ? 17 : 12);
  const sizePx = lines.length > 3 ? 84 : lines.length > 2 ? 104 : 124;
  const top = 470 - (lines.length - 1) * sizePx * 0.94;
  const rows = lines.map((line, i) => {
    const { markup, width } = waveLettering(line, sizePx, line.length > 13 ? 2 : 1);
    const squeeze = Math.min(1, 1080 / width);
    return `<g transform="translate(64 ${top + i * sizePx * 0.94}) scale(${squeeze} 1)">${markup}</g>`;
  });
  const caption = italicLettering(`${note.id}, ${note.hz} Hz`, 30);
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="#0e0d0a"/>
<g transform="translate(560 -30) scale(3.45)" fill="none" stroke="#f3d24c" stroke-width=".62"><circle cx="100" cy="100" r="97"/><path d="${figurePathOf(note, { cells: 280, tolerance: 0.0004 })}"/></g>
<rect width="1200" height="630" fill="url(#shade)"/>
<defs><linearGradient id="shade"><stop offset=".3" stop-color="#0e0d0a" stop-opacity=".85"/><stop offset=".75" stop-color="#0e0d0a" stop-opacity=".1"/></linearGradient></defs>
<g fill="#efede4">${rows.join('')}<g transform="translate(64 108)">${waveLettering(site.name, 46, 1).markup}</g></g>
<g transform="translate(66 566)" fill="#b7b4aa">${caption.markup}</g>
</svg>`),
  )
    .png({ palette: true, colours: 64, effort: 8 })
    .toBuffer();
}
