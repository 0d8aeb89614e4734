import type { z } from 'zod';
import { siteSchema } from './schemas/site.schema.ts';

/** The schema of each `content/<name>.yaml`. A file without a schema here cannot be imported. */
export const schemas = {
  site: siteSchema,
} as const;

export type ContentName = keyof typeof schemas;

/** What `import x from '#content/<name>.yaml'` gives. */
export type Content<Name extends ContentName> = z.output<(typeof schemas)[Name]>;
