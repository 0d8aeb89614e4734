import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import wawoff2 from 'wawoff2';
import { widthOf, wordmarkTracking } from '#src/ui/wave-width.ts';

/** fontkit varies the outlines of TrueType files only, so the packed font is unpacked first. */
async function open(name: string): Promise<Font> {
  const packed = readFileSync(new URL(`../../src/ui/fonts/${name}`, import.meta.url));
  const font = create(Buffer.from(await wawoff2.decompress(packed)));
  if (!('getVariation' in font)) throw new Error(`${name} is a collection`);
  return font;
}
const display = await open('antinode-grotesk.woff2');
const italic = await open('antinode-score-italic.woff2');

interface Lettering {
  /** SVG markup with its baseline at y = 0 and its left edge at x = 0. */
  readonly markup: string;
  readonly width: number;
}

/** Returns one line of outlines; the font may vary by letter, as it does along a wave. */
function set(text: string, sizePx: number, fontOf: (index: number) => Font, tracking: number): Lettering {
  let x = 0;
  let markup = '';
  for (const [index, letter] of [...text].entries()) {
    const font = fontOf(index);
    const scale = sizePx / font.unitsPerEm;
    const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    markup += `<path transform="translate(${x.toFixed(1)} 0) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
    x += glyph.advanceWidth * scale + tracking * sizePx;
  }
  return { markup, width: x };
}

/** Returns the font of each letter of a line set as a standing wave. */
const fontOf = (text: string, antinodes: number) => (index: number) =>
  display.getVariation({ wdth: widthOf(index, [...text].length, antinodes) });

/** Returns a line set as a standing wave with `antinodes` antinodes. */
export function waveLettering(text: string, sizePx: number, antinodes: number): Lettering {
  return set(text, sizePx, fontOf(text, antinodes), -0.03);
}

/** Size of the studio's name as a standing wave, in em: its width, and the depth of its descenders. */
export function wordmarkSize(name: string): { readonly widthEm: number; readonly depthEm: number } {
  const { width } = set(name, 1, fontOf(name, 1), wordmarkTracking);
  const depths = [...name].map((letter) => -display.glyphForCodePoint(letter.codePointAt(0) ?? 0).bbox.minY);
  return { widthEm: width, depthEm: Math.max(0, ...depths) / display.unitsPerEm };
}

/** Returns a caption in the italic. */
export function italicLettering(text: string, sizePx: number): Lettering {
  return set(text, sizePx, () => italic, 0);
}
