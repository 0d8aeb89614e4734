import pieces from '#content/pieces.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import styles from './hear-on-home.module.css';
import { DemonstrationNotice } from './hear-section.tsx';
import { Piece } from './piece.tsx';

/** The pieces to hear on the home page, below the labs, with links to more. */
export function HearOnHome() {
  const shown = pieces.items.filter(({ onHome }) => onHome);
  if (shown.length === 0) return null;
  const { more, links } = pieces.home;
  return (
    <div id="hear" className={styles.hear}>
      <h3 className="title-2">{pieces.title}</h3>
      <p className={`lead dim ${styles.lead}`}>{pieces.lead}</p>
      <div className={styles.pieces}>
        {shown.map((piece) => (
          <Piece key={piece.sound} piece={piece} headingLevel="h4" />
        ))}
      </div>
      <div className={styles.foot}>
        <DemonstrationNotice shown={shown} />
        <div className={styles.more}>
          <p className="italic dim">{more}</p>
          {links.map(({ label, href }) => (
            <ArrowLink key={href} label={label} href={href} />
          ))}
        </div>
      </div>
    </div>
  );
}
