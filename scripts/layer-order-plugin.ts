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
