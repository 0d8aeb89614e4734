import { fullRange, widthOf, type WaveRange } from './wave-width.ts';
import './wave.css';

export interface WaveLine {
  readonly text: string;
  /** Number of antinodes across the line. */
  readonly antinodes: number;
}

/** Lines of text as waves: one antinode each, two where a line is long. */
export function waveLinesOf(texts: readonly string[]): WaveLine[] {
  return texts.map((text) => ({ text, antinodes: text.length > 13 ? 2 : 1 }));
}

function WaveLetters({ text, antinodes, range }: WaveLine & { readonly range: WaveRange }) {
  const letters = [...text];
  return letters.map((letter, index) =>
    letter === ' ' ? (
      ' '
    ) : (
      <span key={index} className={`w${widthOf(index, letters.length, antinodes, range)}`}>
        {letter}
      </span>
    ),
  );
}

function WaveLines({ lines, range }: { readonly lines: readonly WaveLine[]; readonly range: WaveRange }) {
  return lines.map((line, index) => (
    <span key={line.text}>
      {index > 0 && <br />}
      <WaveLetters {...line} range={range} />
    </span>
  ));
}

/**
 * A headline set as a standing wave: narrow at the nodes, wide at the antinodes. Letters are inline, so that
 * the heading around them is one text block. Assistive technology reads the plain text instead.
 */
export function Wave({
  lines,
  narrowLines,
  range = fullRange,
  label = lines.map((line) => line.text).join(' '),
}: {
  readonly lines: readonly WaveLine[];
  /** The line breaks for narrow screens. */
  readonly narrowLines?: readonly WaveLine[] | undefined;
  /** A smaller range of widths than the full one. */
  readonly range?: WaveRange;
  /** The text for assistive technology, if it is more than the words. */
  readonly label?: string;
}) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <span className={narrowLines ? 'wave only-wide' : 'wave'} aria-hidden="true">
        <WaveLines lines={lines} range={range} />
      </span>
      {narrowLines && (
        <span className="wave only-narrow" aria-hidden="true">
          <WaveLines lines={narrowLines} range={range} />
        </span>
      )}
    </>
  );
}
