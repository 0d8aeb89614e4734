import production from '#content/production.yaml';
import { HearSection } from '../pieces/piece.tsx';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { noteOf, plates } from '#src/studio/notes.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { Trace } from '#src/ui/trace.tsx';
import { ClosingBand } from './closing-band.tsx';
import styles from './production-page.module.css';

type Stage = (typeof production)['stages'][number];

/** The services of a stage, one line each: the name, then the description. */
function ServiceList({ services }: { readonly services: Stage['services'] }) {
  return (
    <ul className={styles.list}>
      {services.map(({ title, text }) => (
        <li key={title}>
          <span className={styles.name}>{title}</span>
          <span className="dim">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function StagePanel({ stage }: { readonly stage: Stage }) {
  return (
    <div className={styles.stage}>
      <div className={styles.words}>
        <h2 className={styles.title}>{stage.title}</h2>
        <p className="lead">{stage.text}</p>
        <p className={`italic dim ${styles.outcome}`}>{stage.outcome}</p>
        <ButtonLink label={stage.button} href={`/?service=${stage.id}#contact`} />
      </div>
      <ServiceList services={stage.services} />
    </div>
  );
}

/** The Production Lab: its three stages as tabs, and the struck plate as its figure. */
export function ProductionPage() {
  const note = noteOf(plates.production);
  return (
    <>
      <PlateHead note={note.slug} lines={production.lines} lead={production.tagline} />
      <section className={styles.stages} data-s="paper" aria-label={production.tabsName}>
        <div className="wrap">
          <Tabs
            label={production.tabsName}
            size="title"
            headingLevel="h2"
            current={production.defaultStage}
            tabs={production.stages.map((stage) => ({
              id: stage.id,
              label: stage.tab,
              panel: <StagePanel stage={stage} />,
            }))}
          />
        </div>
      </section>
      <HearSection page="production" />
      <div className={styles.figure} data-s="plate">
        <figure className="wrap">
          <figcaption className="italic dim">{production.figureCaption}</figcaption>
          <Trace slug={note.slug} className={styles.trace} />
        </figure>
      </div>
      <ClosingBand />
    </>
  );
}
