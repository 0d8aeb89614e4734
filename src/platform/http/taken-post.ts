import type { IncomingHttpHeaders } from 'node:http';
import type { Origin } from '../client-address.ts';

/** A post as it came in, its body whole. */
export type Post = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly client: Origin;
  /** The origin of the address it was sent to, as the sender sees it; null where the Host header names no host. */
  readonly origin: string | null;
};

export type FinishedAnswer = {
  readonly kind: 'finished';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
};

/** Locals with which the page at the same address is rendered, as if it had been asked for. */
export type PageAnswer = { readonly kind: 'page'; readonly locals: object };

/** Does what a post asks for, before and without any page. */
export type TakePost = (post: Post) => Promise<FinishedAnswer | PageAnswer>;
