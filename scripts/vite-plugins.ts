import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const order = '@layer reset, tokens, base, ui, feature;\n';

/**
 * Begins every style sheet with the order of the cascade layers. The bundler decides which sheet a page loads first,
 * and layers rank in the order in which they are first named.
 */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('.css') ? { code: order + code, map: null } : undefined;
    },
  };
}

/** Applies a studio's own `tokens.css` after the product's, in the same layer. */
export function ownTokens(own: string | null): Plugin {
  const file = own === null ? null : join(own, 'tokens.css');
  return {
    name: 'own-tokens',
    enforce: 'pre',
    transform(code, id) {
      if (file === null || !existsSync(file) || !id.endsWith('/src/ui/base.css')) return undefined;
      this.addWatchFile(file);
      return { code: code.replace(/^@import .*\n/, `$&@import '${file}' layer(tokens);\n`), map: null };
    },
  };
}

const preloadHelper = '\0vite/preload-helper.js';
/** The list of files that Vite would preload, and the references to it. */
const preloadList = /^const __vite__mapDeps=.*\n/;
const preloadPlace = /,__vite__mapDeps\(\[[\d,]*\]\)/g;

interface Output {
  readonly type: 'chunk' | 'asset';
  code?: string;
}

/**
 * Leaves `import()` in the browser as it is. Vite's helper preloads the parts and styles of a chunk; ours are few and
 * have no styles, and the helper alone would be a seventh of the script that every page may carry. Its preload list,
 * which names every part of the assistant and the overlay, is removed too.
 */
export const plainImport = () => ({
  name: 'plain-import',
  enforce: 'pre' as const,
  // One copy for each module that uses it: shared by the scripts of two pages it would be a separate request.
  resolveId: (id: string, importer?: string) =>
    id === preloadHelper && importer !== undefined ? `${preloadHelper}?${importer}` : null,
  load: (id: string) =>
    id.startsWith(preloadHelper) ? 'export const __vitePreload = (load) => load();' : null,
  generateBundle: {
    order: 'post' as const,
    handler: (_options: unknown, bundle: Record<string, Output>) => {
      for (const output of Object.values(bundle)) {
        if (output.code) output.code = output.code.replace(preloadList, '').replaceAll(preloadPlace, '');
      }
    },
  },
});
