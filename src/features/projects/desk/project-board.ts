import { and, asc, eq, lte, or, sql, type SQL } from 'drizzle-orm';
import { validate } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { isStatus, projectStatuses, type ProjectStatus } from '#src/features/projects/project-status.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { fileStateCounts, whenDelivered } from '../project-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { holdsText } from '#src/platform/database/holds-text.ts';

export type BoardFilter = {
  /** Text in a project's name, its client's name, or the project's number. */
  readonly search: string;
  readonly clientId: string | null;
  /** Shows only this column, in pages. */
  readonly column: ProjectStatus | null;
  /** From 1. */
  readonly page: number;
};

const longestSearch = 200;

/** Returns the filter of the board's URL; malformed values are ignored. */
export function boardFilterOf(parameters: URLSearchParams): BoardFilter {
  const column = parameters.get('column') ?? '';
  const page = Number(parameters.get('page') ?? 1);
  return {
    search: [...(parameters.get('q') ?? '').replaceAll('\0', '')].slice(0, longestSearch).join(''),
    clientId: parameters.get('client') || null,
    column: isStatus(column) ? column : null,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
  };
}

/** Returns the query of a filter; empty for the whole board. */
export function boardQueryOf({ search, clientId, column, page }: BoardFilter): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('q', search);
  if (clientId !== null) parameters.set('client', clientId);
  if (column !== null) parameters.set('column', column);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

export type BoardCard = {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly status: ProjectStatus;
  readonly progress: number;
  readonly dueOn: string | null;
  /** Null unless it is delivered. */
  readonly deliveredAt: Date | null;
  readonly version: number;
  readonly clientId: string;
  readonly clientName: string;
  /** Numbers of files that wait for approval, and for changes. */
  readonly waitingFiles: number;
  readonly filesToChange: number;
};

export type BoardColumn = {
  readonly status: ProjectStatus;
  readonly total: number;
  readonly cards: readonly BoardCard[];
};

/** How many cards a column shows next to the others, and per page when shown alone. */
export const cardLimits = { board: 30, single: 60 };

function conditionOf({ search, clientId, column }: BoardFilter): SQL | undefined {
  const conditions: (SQL | undefined)[] = [];
  const sought = search.trim();
  if (sought !== '') {
    const number = /^(?:p-)?(\d{1,9})$/i.exec(sought)?.[1];
    conditions.push(
      or(
        holdsText(projects.name, sought),
        holdsText(clients.name, sought),
        number === undefined ? undefined : eq(projects.number, Number(number)),
      ),
    );
  }
  if (clientId !== null) conditions.push(validate(clientId) ? eq(projects.clientId, clientId) : sql`false`);
  if (column !== null) conditions.push(eq(projects.status, column));
  return and(...conditions);
}

/** Lists the columns of the board in one query: by due date, delivered projects with the latest first. */
export async function listBoard(db: Db, filter: BoardFilter): Promise<readonly BoardColumn[]> {
  const order = sql`partition by ${projects.status} order by
    case when ${projects.status} = 'delivered' then ${projects.updatedAt} end desc,
    ${projects.dueOn} asc nulls last, ${projects.number} desc`;
  const ranked = db
    .select({
      id: projects.id,
      number: projects.number,
      name: projects.name,
      status: projects.status,
      progress: projects.progress,
      dueOn: projects.dueOn,
      version: projects.version,
      clientId: projects.clientId,
      clientName: sql<string>`${clients.name}`.as('client_name'),
      ...fileStateCounts,
      place: sql<number>`(row_number() over (${order}))::int`.as('place'),
      total: sql<number>`(count(*) over (partition by ${projects.status}))::int`.as('total'),
    })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(conditionOf(filter))
    .as('ranked');
  const size = filter.column === null ? cardLimits.board : cardLimits.single;
  const first = filter.column === null ? 0 : (filter.page - 1) * size;
  const moved = whenDelivered(db, ranked);
  const rows = await db
    .select()
    .from(ranked)
    .leftJoinLateral(moved, sql`true`)
    .where(and(sql`${ranked.place} > ${first}`, lte(ranked.place, first + size)))
    .orderBy(asc(ranked.place));
  const shown = filter.column === null ? projectStatuses : [filter.column];
  return shown.map((status) => {
    const ofStatus = rows.filter(({ ranked: card }) => card.status === status);
    const cards = ofStatus.map(({ ranked: card, moved: delivered }) => ({
      ...card,
      deliveredAt: delivered?.at ?? null,
    }));
    return { status, total: cards[0]?.total ?? 0, cards };
  });
}
