import { formNames, type FormName } from '../form-names.ts';
import { leadStatuses, type LeadStatus, leadWaits, type LeadWait } from '../lead-status.ts';

/** The filter of the inbox; null where nothing is selected. */
export type InboxFilter = {
  readonly wait: LeadWait | null;
  readonly source: FormName | null;
  readonly status: LeadStatus | null;
  /** True to list the leads that have a held submission, instead of all others. */
  readonly isHeld: boolean;
  /** True to list the leads with a follow-up, earliest first. */
  readonly isFollowUp: boolean;
  /** Searched in names, addresses and all typed text. */
  readonly search: string;
  /** Counts from 1. */
  readonly page: number;
};

export const everything: InboxFilter = {
  wait: null,
  source: null,
  status: null,
  isHeld: false,
  isFollowUp: false,
  search: '',
  page: 1,
};

const longestSearch = 200;
const lastPage = 100_000;

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((known) => known === value) ?? null;

/** Returns the filter in the query parameters; ignores unknown values. */
export function inboxFilterOf(parameters: URLSearchParams): InboxFilter {
  const page = Number.parseInt(parameters.get('page') ?? '', 10);
  return {
    wait: oneOf(leadWaits, parameters.get('state')),
    source: oneOf(formNames, parameters.get('source')),
    status: oneOf(leadStatuses, parameters.get('status')),
    isHeld: parameters.get('state') === 'held',
    isFollowUp: parameters.get('state') === 'follow-up',
    // The database stores neither NUL nor lone surrogates, so neither can be found.
    search: (parameters.get('q') ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, longestSearch),
    page: page >= 1 && page <= lastPage ? page : 1,
  };
}

/** Returns the query string for a filter, with its question mark; empty without a filter. */
export function inboxQueryOf({
  wait,
  source,
  status,
  isHeld,
  isFollowUp,
  search,
  page,
}: InboxFilter): string {
  const parameters = new URLSearchParams();
  if (isHeld) parameters.set('state', 'held');
  else if (isFollowUp) parameters.set('state', 'follow-up');
  else if (wait) parameters.set('state', wait);
  if (source) parameters.set('source', source);
  if (status) parameters.set('status', status);
  if (search) parameters.set('q', search);
  if (page > 1) parameters.set('page', String(page));
  const query = parameters.toString();
  return query && `?${query}`;
}
