import type { RateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { NewLink } from './create-link.ts';

/** A link to a whole project, with the usual choices. */
export const plainLink: Omit<NewLink, 'id' | 'projectId' | 'expiresAt'> = {
  name: 'A jury',
  title: null,
  coversProject: true,
  entries: [],
  coverFileId: null,
  password: null,
  mayComment: true,
  mayDownload: false,
  namesProject: false,
  asksName: false,
  showsAllComments: false,
};

/** Limits nothing. */
export const unlimited: RateLimiter = {
  hit: async () => ({ ok: true }),
  hitEach: async (_db, hits) => hits.map(() => ({ ok: true })),
  prune: async () => undefined,
};
