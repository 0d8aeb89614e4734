import { registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemas, type ContentName } from '#content/schemas.ts';
import { moduleOf } from '#src/platform/content/content-plugin.ts';
import { withoutPlaceholders } from '#src/platform/content/placeholders.ts';
import { contentFoldersIn, readContent } from '#src/platform/content/own-content.ts';

// Loaded with `node --import` before an unbuilt program: reads the texts in `content/` as the build does.

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.yaml')) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const name = basename(path, '.yaml') as ContentName;
    const { own } = contentFoldersIn(join(import.meta.dirname, '..'));
    const content = withoutPlaceholders(readContent(schemas[name], name, { directory: dirname(path), own }));
    return { format: 'module', source: moduleOf(content), shortCircuit: true };
  },
});
