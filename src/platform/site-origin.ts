/** Origin of absolute addresses in a build made without PUBLIC_URL. */
const sampleOrigin = 'http://localhost:3000';

/**
 * The origin that a build writes into canonical links, feeds and social pictures. Prerendered pages hold it, so
 * a build made for another `PUBLIC_URL` is stale. A malformed value is left for parseConfig to report.
 */
export function siteOriginOf(env: { readonly PUBLIC_URL?: string | undefined }): string {
  return env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).origin : sampleOrigin;
}
