import type { ReactNode } from 'react';
import { PlateHead } from '#src/features/site/plate-head.tsx';
import type { NoteSlug } from '#src/features/site/notes.ts';
import { ClosingBand } from './closing-band.tsx';

/** A service that is a title and a line: the whole screen a plate, then the ways to start. */
export function TaglinePage({
  note,
  page,
  children,
}: {
  readonly note: NoteSlug;
  readonly page: {
    readonly lines: { readonly wide: readonly string[]; readonly narrow: readonly string[] };
    readonly tagline: string;
  };
  /** What stands between the plate and the closing band. */
  readonly children?: ReactNode;
}) {
  return (
    <>
      <PlateHead note={note} lines={page.lines} lead={page.tagline} fills="always" />
      {children}
      <ClosingBand />
    </>
  );
}
