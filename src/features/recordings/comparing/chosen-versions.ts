import { validate } from 'uuid';

/**
 * The address of the comparison that was asked for by choosing two versions at the one that shows `fileId`; null where nobody
 * chose. With the same version twice it is that comparison again, with `same`.
 */
export function chosenComparison(fileId: string, query: URLSearchParams): string | null {
  const [of, other, shown] = ['of', 'with', 'shown'].map((name) => query.get(name) ?? '');
  if (!validate(of) || !validate(other)) return null;
  if (of !== other) return `/portal/files/${of}/compare?with=${other}`;
  return validate(shown) && validate(fileId) ? `/portal/files/${fileId}/compare?with=${shown}&same=` : null;
}
