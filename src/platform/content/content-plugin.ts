import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { z } from 'zod';
import { readContent } from './own-content.ts';
import { withoutPlaceholders } from './placeholders.ts';

/** The part of Vite's and rolldown's plugin context that this plugin uses. */
type LoadContext = { addWatchFile(id: string): void };

/** The part of a plugin that Vite, Vitest and rolldown understand alike. */
type ContentPlugin = {
  name: string;
  enforce: 'pre';
  load(this: LoadContext, id: string): Promise<{ code: string; map: null; moduleType: 'js' } | null>;
};

/** The source of a module with this content. Each part is an export of its own too, so that code for the browser carries only what it reads. */
export function moduleOf(content: object): string {
  const parts = Object.entries(content).map(([name, part], i) => ({
    constant: `const part${i} = ${JSON.stringify(part)};`,
    named: `part${i} as ${JSON.stringify(name)}`,
    member: `${JSON.stringify(name)}: part${i}`,
  }));
  return [
    ...parts.map(({ constant }) => constant),
    `export { ${parts.map(({ named }) => named).join(', ')} };`,
    `export default { ${parts.map(({ member }) => member).join(', ')} };`,
    '',
  ].join('\n');
}

/**
 * Turns an import of `<directory>/<name>.yaml` into a module whose default export is the file's content, and
 * whose named exports are its parts, checked by `schemas[name]`. A file that breaks its schema, or has none, stops the build with its lines.
 * What a studio keeps in a folder of its `own` is laid over it. Texts that are still to be written are empty.
 */
export function contentPlugin(
  schemas: Readonly<Record<string, z.ZodType>>,
  directory = resolve('content'),
  { own = null }: { own?: string | null } = {},
): ContentPlugin {
  return {
    name: 'studio-content',
    enforce: 'pre',
    async load(id) {
      const [file = id] = id.split('?');
      if (!file.endsWith('.yaml') || dirname(file) !== directory) return null;
      const name = basename(file, '.yaml');
      const fileName = relative(dirname(directory), file);
      const schema = schemas[name];
      if (!schema) throw new Error(`${fileName}: no schema named "${name}" in content/schemas.ts`);
      this.addWatchFile(file);
      const ownFile = own === null ? null : join(own, `${name}.yaml`);
      if (ownFile !== null && existsSync(ownFile)) this.addWatchFile(ownFile);
      const content = withoutPlaceholders(readContent(schema, name, { directory, own }));
      return { code: moduleOf(content as object), map: null, moduleType: 'js' };
    },
  };
}
