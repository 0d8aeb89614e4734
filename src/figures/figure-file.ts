import { modesTextOf } from '#src/studio/notes.ts';
import { figure as words } from '#content/cymatics.yaml';
import { name as studioName } from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';
import { modesOfBlend, type Blend } from './blend.ts';
import { fieldOf } from './field.ts';
import { figureDescriptionOf } from './figure-description.ts';
import { nodalLinesOf, pathDataOf } from './nodal-lines.ts';

/** Finer than the site's own drawings, yet under 10 kB for any two notes. */
const fineness = { cells: 260, tolerance: 0.0008 };

const escaped = (text: string) => text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Sorts the heavier note first. */
const byWeight = (blend: Blend) => blend.toSorted((a, b) => b.weight - a.weight);

/** Returns the caption of a figure: "A4, 440 Hz" and "Modes of A4: (5,6) + 0.35 × (20,1)." */
export function noteFigureCaption(blend: Blend): { readonly notes: string; readonly modes: string } {
  const modes = byWeight(blend).map(({ note, weight }) => {
    const share = blend.length > 1 ? `${Math.round(weight * 100)} % ` : '';
    return `${share}${note.id}: ${modesTextOf(note)}.`;
  });
  return {
    notes: byWeight(blend)
      .map(({ note }) => `${note.id}, ${note.hz} Hz`)
      .join('; '),
    modes: fill(words.modes, { modes: modes.join(' ') }),
  };
}

function descriptionOf(blend: Blend): string {
  const [heavier] = byWeight(blend);
  return [...(heavier ? [figureDescriptionOf(heavier.note)] : []), noteFigureCaption(blend).modes].join(' ');
}

/**
 * Returns the figure of a blend at rest as a self-contained SVG file: the rim and the nodal lines, in the signal colour
 * on the plate's own. Under 10 kB; takes about a tenth of a second. Load this module on demand: `await
 * import('./figure-file.ts')`.
 */
export function noteFigureSvg(blend: Blend): string {
  const lines = pathDataOf(nodalLinesOf(fieldOf(modesOfBlend(blend)), fineness), { size: 200, radius: 90 });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 200 200" role="img" aria-labelledby="title description">',
    `<title id="title">${escaped(`${studioName}: ${noteFigureCaption(blend).notes}`)}</title>`,
    `<desc id="description">${escaped(descriptionOf(blend))}</desc>`,
    '<rect width="200" height="200" fill="#0e0d0a"/>',
    '<g fill="none" stroke="#f3d24c" stroke-width="1.2" stroke-linejoin="round">',
    `<circle cx="100" cy="100" r="90"/><path d="${lines}"/>`,
    '</g></svg>',
  ].join('');
}

/** Returns the file name of a figure, after its heavier note: "antinode-a4-440hz.svg". */
export function figureFileNameOf(blend: Blend, extension: 'svg' | 'png'): string {
  const studio = studioName.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const notes = byWeight(blend).slice(0, 1);
  return `${[...studio, ...notes.map(({ note }) => `${note.slug}-${note.hz}hz`)].join('-')}.${extension}`;
}

/** How long a browser may take to start a download before its address is revoked. */
const withdrawMs = 10_000;

/** Offers a file to the visitor as a download; nothing is sent anywhere. */
export function saveFile(page: Document, blob: Blob, name: string): void {
  const link = page.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Safari reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), withdrawMs);
}
