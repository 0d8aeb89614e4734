import { useState } from 'react';
import words from '#content/cymatics.yaml';
import { Glyph } from './overlay-glyph.tsx';
import type { Plate } from './use-plate.ts';

/** Stops the figure, which otherwise breathes for as long as it is shown (WCAG 2.2.2), and lets it go on. */
export function StillSwitch({ plate }: { readonly plate: Plate }) {
  const [isStill, setIsStill] = useState(false);
  const toggle = () => {
    plate.setStill(!isStill);
    setIsStill(!isStill);
  };
  return (
    <button
      type="button"
      className="cym-tool cym-still"
      aria-label={words.still}
      aria-pressed={isStill}
      onClick={toggle}
    >
      <Glyph name={isStill ? 'play' : 'pause'} />
    </button>
  );
}
