import { isStatus } from '#src/features/projects/project-status.ts';
import type { BoardFilter } from './project-board.ts';

const longestSearch = 200;

/** What the board's address asks for. */
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

/** The query of an address that asks for this; empty for the whole board. */
export function boardQueryOf({ search, clientId, column, page }: BoardFilter): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('q', search);
  if (clientId !== null) parameters.set('client', clientId);
  if (column !== null) parameters.set('column', column);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
