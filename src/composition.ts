import { accountsFeature } from '#src/features/accounts/accounts-feature.ts';
import { leadsFeature } from '#src/features/leads/leads-feature.ts';
import type { Feature } from '#src/platform/services.ts';

/** What each slice plugs into the running product; both server.ts and `astro dev` start exactly these. */
export const features: readonly Feature[] = [accountsFeature, leadsFeature];
