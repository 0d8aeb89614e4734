import sprite from '#src/generated/figures.svg?url';
import { plates } from '#src/studio/notes.ts';
import { iconOutlines, type IconName } from '#src/ui/icon-outlines.ts';

/** An icon as the rest of the site draws it, styled by assistant.css: the panel's code carries no styles. */
export function Glyph({ name }: { readonly name: IconName }) {
  return (
    <svg className="assistant-glyph" viewBox="0 0 24 24" aria-hidden="true">
      {iconOutlines[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** The figure of the home page's plate. */
export function Emblem() {
  return (
    <svg className="assistant-figure" viewBox="0 0 200 200" aria-hidden="true">
      <use href={`${sprite}#${plates.home}`} />
    </svg>
  );
}
