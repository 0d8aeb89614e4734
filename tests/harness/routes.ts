/** Every public route; the sitemap test proves that none is missing. */
export const publicRoutes = [
  '/',
  '/production',
  '/post',
  '/brand-sync',
  '/consulting',
  '/research',
  '/edutech',
  '/musicraft',
  '/discovery-call',
  '/session-planner',
  '/verify',
  '/cymatics',
  '/privacy',
  '/terms',
  '/accessibility',
  '/blog',
  '/blog/minus-fourteen-is-not-a-target',
  '/blog/two-seconds-tested',
  '/blog/room-tone-is-a-performance',
  '/blog/what-a-drumhead-can-teach-a-ten-year-old',
  '/blog/forty-six-stems-and-one-naming-scheme',
  '/blog/cue-sheets-without-tears',
  '/records/salt-line',
  '/records/night-ferry-logbook',
  '/records/rooms-without-owners',
  '/records/second-partial',
] as const;

/** Routes that answer with an error status and a page. */
export const refusingRoutes = [
  { path: '/no-such-page', status: 404 },
  { path: '/portal', status: 403 },
] as const;
