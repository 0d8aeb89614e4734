import { validate } from 'uuid';

/**
 * The address of the comparison that was asked for by choosing two versions at the one that shows these two; null where nobody
 * chose. With the same version twice it is that comparison again, with `same`.
 */
export function chosenComparison(
  [id = '', other = '']: readonly (string | undefined)[],
  query: URLSearchParams,
): string | null {
  const [one, against] = ['of', 'with'].map((name) => query.get(name) ?? '');
  if (!validate(one) || !validate(against)) return null;
  if (one !== against) return `/portal/files/${one}/compare/${against}`;
  return validate(id) && validate(other) ? `/portal/files/${id}/compare/${other}?same=` : null;
}
