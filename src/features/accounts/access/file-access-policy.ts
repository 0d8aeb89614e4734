import type { AccessPolicy } from './access.ts';

/** The routes of one file, for people who may see it. */
export const fileAccessPolicy = {
  '/portal/files/[id]': { GET: 'person' },
  '/portal/files/[id]/compare/[other]': { GET: 'person' },
  '/portal/files/[id]/compare/[other].json': { GET: 'person' },
  '/portal/files/[id]/figure.png': { GET: 'person' },
  '/portal/files/[id]/figure.svg': { GET: 'person' },
  '/portal/files/[id]/listen': { GET: 'person' },
  '/portal/files/[id]/markers.[format]': { GET: 'person' },
  '/portal/files/[id]/peaks': { GET: 'person' },
  '/portal/files/[id]/report': { GET: 'person' },
  '/portal/files/[id]/report.json': { GET: 'person' },
  '/portal/files/[id]/report.pdf': { GET: 'person' },
  '/portal/files/[id]/sheet.json': { GET: 'person' },
  '/portal/files/[id]/spectrogram': { GET: 'person' },
} as const satisfies AccessPolicy;
