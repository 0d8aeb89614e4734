import services from '#content/services.yaml';
import { PlateHead } from '#src/studio/plate-head.tsx';
import type { ReactNode } from 'react';
import type { NoteSlug } from '#src/studio/notes.ts';
import { ClosingBand } from './closing-band.tsx';
import styles from './lab-page.module.css';
import { Ledger } from './ledger.tsx';
import { Questions } from './questions.tsx';
import { ServiceDetails } from './service-details.tsx';

const { headings } = services;

interface LabPageContent {
  readonly lines: { readonly wide: readonly string[]; readonly narrow: readonly string[] };
  readonly tagline: string;
  readonly work: readonly { readonly title: string; readonly text: string }[];
  readonly results: readonly string[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
}

/** A lab: its title and line on a whole screen, then what is done there, what comes out, how it runs, and questions. */
export function LabPage({
  note,
  page,
  questions,
  children,
}: {
  readonly note: NoteSlug;
  readonly page: LabPageContent;
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  /** Further content, behind the list of what the lab does. */
  readonly children?: ReactNode;
}) {
  return (
    <>
      <PlateHead note={note} lines={page.lines} lead={page.tagline} fills="always" />
      <section className="section" data-s="paper" aria-labelledby="work-title">
        <div className={`wrap ${styles.work}`}>
          <h2 id="work-title" className="title">
            {headings.work}
          </h2>
          <Ledger items={page.work} />
        </div>
      </section>
      {children}
      <ServiceDetails results={page.results} steps={page.steps} />
      <Questions items={questions} />
      <ClosingBand />
    </>
  );
}
