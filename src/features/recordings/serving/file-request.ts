import type { Session } from '#src/features/accounts/sessions/session.ts';
import type { Drained } from '#src/platform/http/serve-bytes.ts';
import type { Services } from '#src/platform/services/services.ts';

/** A request for bytes of the file or project that its address names, as a route receives it. */
export type FileRequest = {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: {
    readonly services: Services;
    readonly session: Session | null;
    readonly drained?: Drained | undefined;
  };
};

/** Even where a browser opens the bytes as a page, nothing in them runs or reaches this site. */
export const inertHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;
