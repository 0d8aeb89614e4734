import type { ReactNode } from 'react';
import services from '#content/services.yaml';
import type { NoteSlug } from '#src/studio/notes.ts';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { ClosingBand } from './closing-band.tsx';
import { FactList } from './fact-list.tsx';
import styles from './lab-page.module.css';
import { Ledger } from './ledger.tsx';
import questionStyles from './questions.module.css';
import detailStyles from './service-details.module.css';

/** Frequently asked questions, each with a collapsible answer. */
export function Questions({
  items,
}: {
  readonly items: readonly { readonly question: string; readonly answer: string }[];
}) {
  return (
    <section className="section" data-s="paper" aria-labelledby="questions-title">
      <div className={`wrap ${questionStyles.columns}`}>
        <h2 id="questions-title" className="title">
          {services.headings.questions}
        </h2>
        <div>
          {items.map(({ question, answer }) => (
            <details key={question} className={questionStyles.item}>
              <summary>
                <span className={questionStyles.question}>{question}</span>
                <Icon name="plus" />
              </summary>
              <p className={`score measure ${questionStyles.answer}`}>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

const { headings } = services;

/** The results of a service, and how a project runs, step by step. */
export function ServiceDetails({
  results,
  steps,
}: {
  readonly results: readonly string[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
}) {
  return (
    <section className={`section ${detailStyles.details}`} data-s="plate">
      <div className={`wrap ${detailStyles.columns}`}>
        <FactList title={headings.results} items={results} />
        <FactList
          title={headings.steps}
          isOrdered
          items={steps.map(({ title, text }) => (
            <>
              <strong>{title}.</strong> <span className="dim">{text}</span>
            </>
          ))}
        />
      </div>
    </section>
  );
}

interface LabPageContent {
  readonly lines: { readonly wide: readonly string[]; readonly narrow: readonly string[] };
  readonly tagline: string;
  readonly work: readonly { readonly title: string; readonly text: string }[];
  readonly results: readonly string[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
}

/** A lab's page: a full-screen head, then its work, results, steps and questions. */
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
