import labs from '#content/labs.yaml';
import pieces from '#content/pieces.yaml';
import production from '#content/production.yaml';
import { LabSection } from '#src/studio/lab-section.tsx';
import { plates } from '#src/studio/notes.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import styles from './labs.module.css';
import hearStyles from '../pieces/hear-on-home.module.css';
import { DemonstrationNotice, Piece } from '../pieces/piece.tsx';

/** The pieces to hear on the home page, below the labs, with links to more. */
function HearOnHome() {
  const shown = pieces.items.filter(({ onHome }) => onHome);
  if (shown.length === 0) return null;
  const { more, links } = pieces.home;
  return (
    <div id="hear" className={hearStyles.hear}>
      <h3 className="title-2">{pieces.title}</h3>
      <p className={`lead dim ${hearStyles.lead}`}>{pieces.lead}</p>
      <div className={hearStyles.pieces}>
        {shown.map((piece) => (
          <Piece key={piece.sound} piece={piece} headingLevel="h4" />
        ))}
      </div>
      <div className={hearStyles.foot}>
        <DemonstrationNotice shown={shown} />
        <div className={hearStyles.more}>
          <p className="italic dim">{more}</p>
          {links.map(({ label, href }) => (
            <ArrowLink key={href} label={label} href={href} />
          ))}
        </div>
      </div>
    </div>
  );
}

type Lab = (typeof labs.items)[number];

/** The lab that is open when the page loads. */
const openLab: Lab['id'] = 'productions';

function Services({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className={styles.services}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

function LabFigure({ lab }: { readonly lab: Lab }) {
  return (
    <div className={`only-large ${styles.figure}`}>
      <Figure slug={lab.note} />
    </div>
  );
}

function LabLink({ lab, className }: { readonly lab: Lab; readonly className?: string | undefined }) {
  const { label, href } = lab.link;
  const isInPage = href.startsWith('/#');
  return (
    <p className={className}>
      <ArrowLink
        label={label}
        href={isInPage ? href.slice(1) : href}
        // The form with a preselected service is on this page, too.
        icon={isInPage || href.startsWith('/?') ? 'arrow-down' : 'arrow-right'}
      />
    </p>
  );
}

function PlainLab({ lab }: { readonly lab: Lab }) {
  return (
    <div className={styles.columns}>
      <div>
        <p className={`lead ${styles.text}`}>{lab.text}</p>
        <LabLink lab={lab} />
      </div>
      <Services names={lab.services} />
      <LabFigure lab={lab} />
    </div>
  );
}

/** The Productions Lab, which shows its three stages instead of a text. */
function StagesLab({ lab }: { readonly lab: Lab }) {
  return (
    <Tabs
      label={production.tabsName}
      headingLevel="h4"
      className={`${styles.columns} ${styles.stages}`}
      listClassName={styles.stageTabs}
      panelClassName={styles.stage}
      current={`stage-${production.defaultStage}`}
      tabs={production.stages.map(({ id, tab, text, services }) => ({
        id: `stage-${id}`,
        label: tab,
        panel: (
          <>
            <p className={`lead ${styles.text}`}>{text}</p>
            <Services names={services.map(({ title }) => title)} />
          </>
        ),
      }))}
    >
      <LabLink lab={lab} className={styles.stagesLink} />
      <LabFigure lab={lab} />
    </Tabs>
  );
}

/**
 * The four labs, one open at a time. Native disclosure: it needs no script, the open one closes on a click, and an
 * address that names a panel (`#research`) opens it.
 */
export function Labs() {
  return (
    <LabSection id="services" surface="plate" note={plates.services} title={labs.title} lead={labs.lead}>
      <div className={styles.accordion} data-at-once>
        {labs.items.map((lab) => (
          <details key={lab.id} name="labs" open={lab.id === openLab} className={styles.lab}>
            <summary className={styles.summary}>
              <h3 className={styles.title}>{lab.title}</h3>
              <span className={`italic only-large ${styles.subtitle}`}>{lab.subtitle}</span>
              <span className={styles.sign} />
            </summary>
            <div id={lab.id} className={styles.panel}>
              {lab.text === null ? <StagesLab lab={lab} /> : <PlainLab lab={lab} />}
            </div>
          </details>
        ))}
      </div>
      <HearOnHome />
    </LabSection>
  );
}
