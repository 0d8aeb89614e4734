import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = /<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)">/g;

/**
 * Reduces each prerendered page to two style sheets: the first, which every page shares, and one with all its others in
 * order. The bundler creates a sheet, and so a request, for every set of pages that share a component. Each sheet
 * begins with the order of the layers, so joining them changes nothing.
 */
export function joinStyles(folder: string): void {
  for (const name of globSync('**/*.html', { cwd: folder })) {
    const file = join(folder, name);
    const html = readFileSync(file, 'utf8');
    const [, ...others] = [...html.matchAll(sheet)];
    if (others.length < 2) continue;
    const css = others.map(([, href = '']) => readFileSync(join(folder, href), 'utf8')).join('\n');
    const href = `/_astro/page.${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
    writeFileSync(join(folder, href), css);
    const [first, ...rest] = others.map(([link]) => link);
    const joined = html.replace(first ?? '', `<link rel="stylesheet" href="${href}">`);
    writeFileSync(
      file,
      rest.reduce((text, link) => text.replace(link, ''), joined),
    );
  }
}
