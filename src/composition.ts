import type { Feature } from '#src/platform/services.ts';

/** What each slice plugs into the running product; both server.ts and `astro dev` start exactly these. */
export const features: readonly Feature[] = [];
