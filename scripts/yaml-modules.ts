import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemas, type ContentName } from '#content/schemas.ts';
import { moduleOf } from '#src/platform/content/content-plugin.ts';
import { parseContent } from '#src/platform/content/yaml-content.ts';

// Loaded with `node --import` before a program that is not built: it reads the words in `content/` as the build does.

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.yaml')) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const schema = schemas[basename(path, '.yaml') as ContentName];
    const content = parseContent(schema, readFileSync(path, 'utf8'), path);
    return { format: 'module', source: moduleOf(content), shortCircuit: true };
  },
});
