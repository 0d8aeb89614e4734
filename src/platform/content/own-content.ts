import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { z } from 'zod';
import { parseContent, type ContentSource } from './yaml-content.ts';

/** Content folders: the product's, and a studio's own that overrides it, or null. */
export type ContentFolders = { readonly directory: string; readonly own: string | null };

/** `content/` of a checkout, and what `CONTENT_DIR` says. */
export const contentFoldersIn = (root: string, env: NodeJS.ProcessEnv = process.env): ContentFolders => ({
  directory: join(root, 'content'),
  own: env['CONTENT_DIR'] ? resolve(root, env['CONTENT_DIR']) : null,
});

/** The product's file `content/<name>`, and the one of that name that a studio has laid over it, or null. Throws where the first cannot be read. */
export function sourcesOf(
  name: string,
  { directory, own }: ContentFolders,
): { shipped: ContentSource; over: ContentSource | null } {
  const file = join(directory, name);
  const ownFile = own === null ? null : join(own, name);
  const read = (path: string, fileName: string) => ({ text: readFileSync(path, 'utf8'), fileName });
  return {
    shipped: read(file, relative(dirname(directory), file)),
    over: ownFile !== null && existsSync(ownFile) ? read(ownFile, ownFile) : null,
  };
}

/** Reads `content/<name>.yaml` merged with a studio's own values. Throws a `ContentError` if it breaks the schema. */
export function readContent<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  folders: ContentFolders,
): z.output<Schema> {
  const { shipped, over } = sourcesOf(`${name}.yaml`, folders);
  return parseContent(schema, shipped.text, shipped.fileName, over);
}

const textsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.mdx'))
        .toSorted()
        .map((name) => join(folder, name))
    : [];

/**
 * The files of a folder of texts. A studio's own `articles/` takes the place of the product's, which are a sample; of other folders each file
 * takes the place of the one with its name.
 */
export function textFilesOf(folder: string, { directory, own }: ContentFolders): string[] {
  const shipped = textsIn(join(directory, folder));
  if (own === null || !existsSync(join(own, folder))) return shipped;
  const mine = textsIn(join(own, folder));
  if (folder === 'articles') return mine;
  const names = new Set(mine.map((file) => basename(file)));
  return [...mine, ...shipped.filter((file) => !names.has(basename(file)))];
}

/** The texts of a studio's own `pages/` that no page of the site shows: the product's are the only ones, and a mistyped name leaves its own. */
function unknownPages({ directory, own }: ContentFolders): string[] {
  if (own === null) return [];
  const pages = textsIn(join(directory, 'pages')).map((file) => basename(file));
  return textsIn(join(own, 'pages'))
    .filter((file) => !pages.includes(basename(file)))
    .map((file) => `${file}: there is no page of this name; the pages are ${pages.join(', ')}`);
}

/** Returns unused files of a studio's own folder, one line each; most have a mistyped name. */
export function unreadIn(
  own: string,
  names: readonly string[],
  textFolders: readonly string[],
  directory: string,
): string[] {
  if (!statSync(own, { throwIfNoEntry: false })?.isDirectory())
    return [`${own}: is no folder that can be read; CONTENT_DIR names it`];
  const known = new Set([
    ...names.map((name) => `${name}.yaml`),
    ...textFolders,
    'audio',
    'public',
    'tokens.css',
  ]);
  const isIgnored = (name: string) => /^(\.|README|LICENSE)/.test(name) || known.has(name);
  const odd = readdirSync(own).filter((name) => !isIgnored(name));
  const oddTexts = textFolders.flatMap((folder) =>
    existsSync(join(own, folder))
      ? readdirSync(join(own, folder))
          .filter((name) => /\.(md|markdown|txt|docx?)$/i.test(name))
          .map((name) => join(folder, name))
      : [],
  );
  return [
    ...odd.map((name) => `${join(own, name)}: is not read; its name is none of those in content/`),
    ...oddTexts.map((name) => `${join(own, name)}: is not read; texts end in .mdx`),
    ...unknownPages({ directory, own }),
  ];
}
