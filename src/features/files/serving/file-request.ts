import type { RouteRequest } from '#src/features/accounts/access/take-action.ts';

/** A request for bytes of the file or project that its address names, as a route receives it. */
export type FileRequest = RouteRequest<'services' | 'session' | 'drained'>;

/** Even where a browser opens the bytes as a page, nothing in them runs or reaches this site. */
export const inertHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;
