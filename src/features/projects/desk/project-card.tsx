import words from '#content/desk-projects.yaml';
import { fill } from '#src/platform/fill.ts';
import { projectDayText } from '#src/features/projects/when-delivered.ts';
import { projectFigureOf } from '#src/features/projects/project-figure.ts';
import { projectCodeOf, projectStatuses } from '#src/features/projects/project-status.ts';
import { Button } from '#src/ui/button.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import type { BoardCard } from './project-board.ts';
import styles from './project-card.module.css';

const { board, statuses } = words;

/** "done", without the figure that stands beside it. */
const progressWord = fill(board.progress, { percent: '' }).replace('%', '').trim();

/** A form with a button for each other column; works without scripts. */
function MoveForm({ card, filter }: { readonly card: BoardCard; readonly filter: string }) {
  return (
    <form
      method="post"
      action={`/desk/projects?do=move${filter.replace('?', '&')}`}
      aria-label={fill(board.moveName, { project: card.name })}
      data-move
    >
      <input type="hidden" name="projectId" value={card.id} />
      <input type="hidden" name="version" value={card.version} />
      <input type="hidden" name="filter" value={filter} />
      {projectStatuses.map((status) => (
        <Button
          key={status}
          type="submit"
          name="status"
          value={status}
          label={statuses[status]}
          variant="secondary"
          size="small"
          hidden={status === card.status}
        />
      ))}
    </form>
  );
}

/** A card of the desk's board, with the form that moves it. */
export function ProjectCard({ card, filter }: { readonly card: BoardCard; readonly filter: string }) {
  const { id, number, name, clientId, clientName, progress } = card;
  return (
    <li className={styles.card} id={`card-${id}`} data-card={id} data-name={name} draggable>
      <div className={styles.top}>
        <div className={styles.names}>
          <p className={`italic ${styles.code}`}>{projectCodeOf(number)}</p>
          <h3>
            <a href={`/desk/projects/${id}`} draggable={false} dir="auto">
              {name}
            </a>
          </h3>
        </div>
        <Figure slug={projectFigureOf(number)} className={styles.figure} />
      </div>
      <p className={styles.client}>
        <a href={`/desk/projects?client=${clientId}`} draggable={false} dir="auto">
          {clientName}
        </a>
      </p>
      <ProgressBar percent={progress} />
      <p className={`italic ${styles.foot}`}>
        <span>
          {progress}%<span className="sr-only"> {progressWord}</span>
        </span>
        <span>{projectDayText(card, board)}</span>
      </p>
      <details className={styles.move}>
        <summary aria-label={`${board.moveTo}: ${name}`}>{board.moveTo}</summary>
        <MoveForm card={card} filter={filter} />
      </details>
    </li>
  );
}
