import pieces from '#content/pieces.yaml';
import styles from './hear-section.module.css';
import { Piece, type PieceContent } from './piece.tsx';

/** Says that the shown pieces are samples, if any is. */
export function DemonstrationNotice({ shown }: { readonly shown: readonly PieceContent[] }) {
  return shown.some(({ sample }) => sample) ? (
    <p className={`italic small dim ${styles.notice}`}>{pieces.notice}</p>
  ) : null;
}

/** The pieces to hear on a service's page; null if there are none. */
export function HearSection({ page }: { readonly page: PieceContent['page'] }) {
  const shown = pieces.items.filter((piece) => piece.page === page);
  if (shown.length === 0) return null;
  return (
    <section id="hear" className="section" data-s="plate" aria-labelledby="hear-title">
      <div className="wrap">
        <div className={styles.head}>
          <h2 id="hear-title" className="title">
            {pieces.title}
          </h2>
          <p className="lead dim">{pieces.lead}</p>
        </div>
        <div className={styles.pieces}>
          {shown.map((piece) => (
            <Piece key={piece.sound} piece={piece} />
          ))}
        </div>
        <DemonstrationNotice shown={shown} />
      </div>
    </section>
  );
}
