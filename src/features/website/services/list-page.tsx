import { PlateHead } from '#src/studio/plate-head.tsx';
import type { ReactNode } from 'react';
import type { NoteSlug } from '#src/studio/notes.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { ClosingBand } from './closing-band.tsx';
import { Ledger } from './ledger.tsx';
import styles from './list-page.module.css';

interface ListPageContent {
  readonly lines: { readonly wide: readonly string[]; readonly narrow: readonly string[] };
  readonly tagline: string;
  readonly services: readonly { readonly title: string; readonly text: string }[];
  readonly button: string;
}

/** A service that is a list: what it offers, line by line, and the button that starts it. */
export function ListPage({
  note,
  page,
  service,
  name,
  children,
}: {
  readonly note: NoteSlug;
  readonly page: ListPageContent;
  /** Chosen in the contact form that the button leads to. */
  readonly service: string;
  /** Names the list for screen readers. */
  readonly name: string;
  /** Content between the list and the closing band. */
  readonly children?: ReactNode;
}) {
  return (
    <>
      <PlateHead note={note} lines={page.lines} lead={page.tagline} />
      <section className="section" data-s="paper" aria-label={name}>
        <div className="wrap">
          <Ledger items={page.services} />
          <div className={styles.foot}>
            <ButtonLink label={page.button} href={`/?service=${service}#contact`} />
          </div>
        </div>
      </section>
      {children}
      <ClosingBand />
    </>
  );
}
