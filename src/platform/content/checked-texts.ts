import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import type { z } from 'zod';
import { frontMatterOf } from './front-matter.ts';
import { ContentError, parseContent } from './yaml-content.ts';

/** Reads the front matter of every `.mdx` file in `directory`. Throws one `ContentError` with all problems. */
export async function checkFrontMatter(directory: string, schema: z.ZodType): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.mdx')).toSorted();
  const problems: string[] = [];
  for (const name of names) {
    const file = join(directory, name);
    try {
      parseContent(schema, frontMatterOf(await readFile(file, 'utf8')).head, file);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new ContentError(problems);
}

/** Returns Astro's loader for the `.mdx` files of a directory; refuses broken front matter with its file and line. */
export function checkedTexts(directory: string, schema: z.ZodType): Loader {
  const loader = glob({ pattern: '*.mdx', base: directory });
  return {
    name: 'checked-texts',
    async load(context) {
      await checkFrontMatter(directory, schema);
      await loader.load(context);
    },
  };
}
