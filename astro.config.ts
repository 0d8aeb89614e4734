import { satteri } from '@astrojs/markdown-satteri';
import mdx from '@astrojs/mdx';
import node from '@astrojs/node';
import reactIntegration from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { schemas } from './content/schemas.ts';
import { declaredRoutes } from './scripts/declared-routes.ts';
import { layerOrder, ownTokens, plainImport } from './scripts/vite-plugins.ts';
import { accessPolicy } from './src/features/accounts/access/access-policy.ts';
import { contentPlugin } from './src/platform/content/content-plugin.ts';
import { contentFoldersIn } from './src/platform/content/own-content.ts';
import { devServices } from './src/platform/services/dev-services.ts';
import { tableLabels } from './src/platform/content/table-labels.ts';
import { siteOriginOf } from './src/platform/config/config.ts';

/** React in a file of its own: the assistant and the overlay share it, and a new release of the site keeps it cached. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// };

const { directory, own } = contentFoldersIn(import.meta.dirname);

export default defineConfig({
  // Prerendered unless a page says otherwise; server.ts serves the files and hands the rest to the handler.
  output: 'static',
  // Icons and social pictures are computed (scripts/generate.ts).
  publicDir: './src/generated/public',
  // Absolute addresses in prerendered pages come from here; a build is for one PUBLIC_URL.
  site: siteOriginOf(process.env),
  adapter: node({ mode: 'middleware' }),
  integrations: [reactIntegration(), mdx(), devServices(), declaredRoutes(accessPolicy)],
  // server.ts sets the policy headers; a strict policy allows neither inline scripts nor inline styles.
  build: { inlineStylesheets: 'never', format: 'file' },
  vite: {
    plugins: [ownTokens(own), layerOrder(), plainImport(), contentPlugin(schemas, directory, { own })],
    build: { assetsInlineLimit: 0 },
    server: { watch: { ignored: ['**/builds/**'] } },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [react] } } } } },
    },
  },
  // The highlighter writes inline styles, which the policy refuses.
  markdown: { syntaxHighlight: false, processor: satteri({ hastPlugins: [tableLabels] }) },
  // The origin check is ours (src/middleware.ts): it also accepts a post without an Origin header.
  security: { checkOrigin: false },
  // Ours are in the database.
  session: false,
  devToolbar: { enabled: false },
  trailingSlash: 'ignore',
});
