import words from '#content/desk-projects.yaml';
import { fill } from '#src/platform/fill.ts';
import { answerMessages } from '#src/workspace/page-action.ts';
import { SearchField } from '#src/workspace/search-field.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './project-board-screen.module.css';
import {
  boardQueryOf,
  cardLimits,
  type BoardColumn,
  type BoardFilter,
  type BoardCard,
} from './project-board.ts';
import type { ClientChoices } from './project-clients.ts';
import { FileStateCounts, ProjectMark } from '#src/features/projects/project-mark.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { projectDayText } from '../project-activity.ts';
import { projectFigureOf, projectCodeOf, projectStatuses } from '#src/features/projects/project-status.ts';
import { Figure } from '#src/ui/figure.tsx';
import { ProgressBar } from '#src/ui/progress-bar.tsx';
import projectCardStyles from './project-card.module.css';

/** "done", without the percentage next to it. */
const progressWord = fill(words.board.progress, { percent: '' }).replace('%', '').trim();

/** A form with a button for each other column; works without scripts. */
function MoveForm({ card, filter }: { readonly card: BoardCard; readonly filter: string }) {
  return (
    <form
      method="post"
      action={`/desk/projects?do=move${filter.replace('?', '&')}`}
      aria-label={fill(words.board.moveName, { project: card.name })}
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
          label={words.statuses[status]}
          variant="secondary"
          size="small"
          hidden={status === card.status}
        />
      ))}
    </form>
  );
}

/** A card of the desk's board, with the form that moves it. */
function ProjectCard({ card, filter }: { readonly card: BoardCard; readonly filter: string }) {
  const { id, number, name, clientId, clientName, progress } = card;
  return (
    <li className={projectCardStyles.card} id={`card-${id}`} data-card={id} data-name={name} draggable>
      <div className={projectCardStyles.top}>
        <div className={projectCardStyles.names}>
          <p className={`italic ${projectCardStyles.code}`}>{projectCodeOf(number)}</p>
          <h3>
            <a href={`/desk/projects/${id}`} draggable={false} dir="auto">
              {name}
            </a>
          </h3>
        </div>
        <Figure slug={projectFigureOf(number)} className={projectCardStyles.figure} />
      </div>
      <p className={projectCardStyles.client}>
        <a href={`/desk/projects?client=${clientId}`} draggable={false} dir="auto">
          {clientName}
        </a>
      </p>
      <FileStateCounts {...card} />
      <ProgressBar percent={progress} />
      <p className={`italic ${projectCardStyles.foot}`}>
        <span>
          {progress}%<span className="sr-only"> {progressWord}</span>
        </span>
        <span>{projectDayText(card, words.board)}</span>
      </p>
      <details className={projectCardStyles.move}>
        <summary aria-label={`${words.board.moveTo}: ${name}`}>{words.board.moveTo}</summary>
        <MoveForm card={card} filter={filter} />
      </details>
    </li>
  );
}

const { board, statuses } = words;

function Column({ column, filter }: { readonly column: BoardColumn; readonly filter: BoardFilter }) {
  const { status, total, cards } = column;
  const isAlone = filter.column !== null;
  const query = boardQueryOf(filter);
  return (
    <section className={styles.column} aria-labelledby={`column-${status}`} data-column={status}>
      <h2 id={`column-${status}`}>
        <ProjectMark status={status} words={statuses} />
        <span className="italic dim num" data-count>
          {total}
        </span>
      </h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <ProjectCard key={card.id} card={card} filter={query} />
        ))}
      </ul>
      <div className={styles.empty}>
        <Empty>{board.empty}</Empty>
      </div>
      {!isAlone && total > cards.length && (
        <p className={styles.all}>
          <a href={`/desk/projects${boardQueryOf({ ...filter, column: status, page: 1 })}`}>
            {fill(board.all, { count: String(total), column: statuses[status] })}
          </a>
        </p>
      )}
    </section>
  );
}

function Pages({ filter, total }: { readonly filter: BoardFilter; readonly total: number }) {
  const { page } = filter;
  const linkTo = (to: number) => `/desk/projects${boardQueryOf({ ...filter, page: to })}`;
  return (
    <p className={styles.pages}>
      <a href={`/desk/projects${boardQueryOf({ ...filter, column: null, page: 1 })}`}>{board.back}</a>
      {page > 1 && <a href={linkTo(page - 1)}>{board.earlier}</a>}
      {page * cardLimits.single < total && <a href={linkTo(page + 1)}>{board.later}</a>}
    </p>
  );
}

/** Filters the board by client and by text. */
function FilterForm({
  filter,
  choices,
  found,
}: {
  readonly filter: BoardFilter;
  readonly choices: ClientChoices;
  readonly found: number;
}) {
  const { search, clientId, column } = filter;
  const options = [
    { value: '', label: board.everyClient },
    ...choices.clients.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form
      className={styles.filter}
      method="get"
      action="/desk/projects"
      role="search"
      aria-label={board.filter}
      data-search
    >
      <SearchField
        label={board.search}
        search={search}
        clearHref={`/desk/projects${boardQueryOf({ ...filter, search: '', page: 1 })}`}
        found={found}
      />
      <SelectField
        id="client"
        name="client"
        label={board.client}
        options={options}
        defaultValue={clientId ?? ''}
      />
      {column !== null && <input type="hidden" name="column" value={column} />}
      <Button type="submit" label={board.show} variant="secondary" />
      {clientId !== null && <a href="/desk/projects">{board.clear}</a>}
    </form>
  );
}

/** The board of all projects in their four columns. */
export function ProjectBoardScreen({
  columns,
  filter,
  choices,
  error,
}: {
  readonly columns: readonly BoardColumn[];
  readonly filter: BoardFilter;
  readonly choices: ClientChoices;
  /** Why a move was refused. */
  readonly error?: string | undefined;
}) {
  const [alone] = filter.column === null ? [] : columns;
  const isFiltered = filter.search.trim() !== '' || filter.clientId !== null;
  const isEmpty = columns.every(({ total }) => total === 0);
  const { moved, movedBack, moving, unreachable } = board;
  return (
    <div
      className="wrap"
      data-board
      data-words={JSON.stringify({
        ...answerMessages,
        moved,
        movedBack,
        moving,
        unreachable,
        columns: statuses,
      })}
    >
      <DeskTitle title={board.title}>
        <ButtonLink label={board.new} href="/desk/projects/new" />
      </DeskTitle>
      <FilterForm
        filter={filter}
        choices={choices}
        found={columns.reduce((sum, { total }) => sum + total, 0)}
      />
      <div className={styles.said} data-said role="alert">
        <Notice kind="error" hidden={!error}>
          {error}
        </Notice>
      </div>
      <p className="sr-only" data-live-words role="status" />
      <div id="board-none" data-live>
        {isEmpty && isFiltered && <Empty>{board.none}</Empty>}
      </div>
      <div className={styles.board} id="board" data-live data-alone={alone ? '' : undefined}>
        {columns.map((column) => (
          <Column key={column.status} column={column} filter={filter} />
        ))}
      </div>
      <div id="board-pages" data-live>
        {alone && <Pages filter={filter} total={alone.total} />}
      </div>
      <p className={`italic dim ${styles.hint}`}>{board.drag}</p>
    </div>
  );
}
