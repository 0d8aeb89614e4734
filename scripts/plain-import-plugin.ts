const preloadHelper = '\0vite/preload-helper.js';

/**
 * Lets `import()` in the browser be just that. Vite's helper around it preloads the parts and styles of a chunk; ours
 * are few and have no styles, and the helper alone would be a seventh of the script every page may carry.
 */
export const plainImport = () => ({
  name: 'plain-import',
  enforce: 'pre' as const,
  load: (id: string) => (id === preloadHelper ? 'export const __vitePreload = (load) => load();' : null),
});
