import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { schemas } from '#content/schemas.ts';
import { contentPlugin } from '#src/platform/content/content-plugin.ts';

const bundles = new Map<string, Promise<string>>();

/** The URL of the script of this name in the build; undefined if the product does not use it. */
const builtPathOf = (name: string) =>
  globSync(`_astro/${name}-*.js`, { cwd: 'dist/client' }).map((path) => `/${path}`)[0];

async function bundle(source: string): Promise<string> {
  const entry = await rolldown({
    input: 'entry',
    cwd: process.cwd(),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      contentPlugin(schemas),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? `${process.cwd()}/entry.ts` : null),
        load: (id) => (id.endsWith('/entry.ts') ? source : null),
      },
      {
        // A worklet's request never reaches `page.route`: the URL is the one in the build.
        name: 'worker-url',
        resolveId: (id) => (id.endsWith('?worker&url') ? id : null),
        load: (id) =>
          id.endsWith('?worker&url')
            ? `export default '${builtPathOf(basename(id, '.ts?worker&url'))}'`
            : null,
      },
    ],
    logLevel: 'warn',
  });
  const { output } = await entry.generate({ format: 'esm', codeSplitting: false });
  await entry.close();
  return output[0].code;
}

/**
 * Bundles modules of the source tree for the browser and serves them to this page under its own origin, where the
 * site's policy applies; returns the path for `await import(path)` inside `page.evaluate`. `source` is the text of an
 * entry module, such as `export * from '#src/figures/field.ts'`.
 */
export async function loadModule(page: Page, source: string): Promise<string> {
  const code = bundles.get(source) ?? bundle(source);
  bundles.set(source, code);
  const path = `/test-modules/${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`;
  await page.route(`**${path}`, async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: await code }),
  );
  return path;
}
