import services from '#content/services.yaml';
import system from '#content/system.yaml';
import { capitalised } from '#src/studio/locale.ts';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { plates } from '#src/studio/notes.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Powder } from '#src/ui/powder.tsx';
import { ClosingBand } from './closing-band.tsx';
import styles from './edutech-page.module.css';
import { FactList } from './fact-list.tsx';

const page = services.pages.edutech;
type Programme = (typeof page.programmes.items)[number];

/** The picture of a programme: twelve notes in a row, or a figure on a plate. */
function ProgrammePicture({ id }: { readonly id: Programme['id'] }) {
  return (
    <div className={styles.picture} data-s="plate" aria-hidden="true">
      {id === 'overtone' ? <div className={styles.notes} /> : <Powder slug={plates['edutech-page']} />}
    </div>
  );
}

function Programmes() {
  return (
    <section className="section" data-s="paper" aria-labelledby="programmes-title">
      <div className="wrap">
        <h2 id="programmes-title" className="title">
          {page.programmes.title}
        </h2>
        <div className={styles.programmes}>
          {page.programmes.items.map(({ id, title, text, link, href }) => (
            <article key={id} className={styles.programme} aria-labelledby={id}>
              <ProgrammePicture id={id} />
              <h3 id={id} className="title-2">
                {title}
              </h3>
              <p className={`lead dim ${styles.text}`}>{capitalised(text)}</p>
              <ArrowLink
                label={link}
                href={href}
                icon="arrow-up-right"
                note={system.newTab}
                target="_blank"
                rel="noopener"
              />
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The EduTech Lab: mission, two programmes, and the evidence for its claims. */
export function EdutechPage() {
  return (
    <>
      <PlateHead note={plates['edutech-page']} lines={page.lines}>
        <h2 className={`italic dim ${styles.missionTitle}`}>{page.mission.title}</h2>
        <p className={`lead ${styles.mission}`}>{page.mission.text}</p>
      </PlateHead>
      <Programmes />
      <section className={`section ${styles.claims}`} data-s="plate">
        <div className={`wrap ${styles.ledger}`}>
          <FactList title={page.evidence.title} items={page.evidence.items.map(capitalised)} />
          <FactList title={page.technology.title} items={page.technology.items.map(capitalised)} />
          <FactList title={page.scale.title} items={page.scale.items.map(capitalised)} />
          <ButtonLink label={page.button} href="/?service=edutech#contact" className={styles.talk} />
        </div>
      </section>
      <ClosingBand />
    </>
  );
}
