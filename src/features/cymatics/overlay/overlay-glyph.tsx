import sprite from '#src/generated/figures.svg?url';
import type { NoteSlug } from '#src/studio/notes.ts';
import { instrumentOutlines, type InstrumentIcon } from '#src/ui/instrument-outlines.ts';

/** An icon as the rest of the site draws it, styled by overlay.css. */
export function Glyph({ name }: { readonly name: InstrumentIcon }) {
  return (
    <svg className="cym-glyph" viewBox="0 0 24 24" aria-hidden="true">
      {instrumentOutlines[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** The nodal lines of a note. Decorative. */
export function Engraving({ slug }: { readonly slug: NoteSlug }) {
  return (
    <svg className="cym-engraving" viewBox="0 0 200 200" aria-hidden="true">
      <use href={`${sprite}#${slug}`} />
    </svg>
  );
}
