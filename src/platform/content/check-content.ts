import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { z } from 'zod';
import { frontMatterOf } from './front-matter.ts';
import { placeholdersIn, placeholdersInText } from './placeholders.ts';
import { ContentError, parseContent } from './yaml-content.ts';

/** What is wrong with the files of a studio's words, one line each: `<file>:<line>: <field>: <what is expected>`. */
export type ContentReport = {
  readonly problems: readonly string[];
  /** Texts in YAML files that are still to be written; a real installation leaves them out. */
  readonly placeholders: readonly string[];
  /** The same within articles and pages, where nothing can be left out. */
  readonly textPlaceholders: readonly string[];
};

const filesIn = (directory: string, extension: string) =>
  existsSync(directory)
    ? readdirSync(directory)
        .filter((name) => name.endsWith(extension))
        .toSorted()
    : [];

function problemsOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

/** Checks every content file before anything is built from one, so that all faults of all files are known at once. */
export function checkContent(
  directory: string,
  schemas: Readonly<Record<string, z.ZodType>>,
  textSchemas: Readonly<Record<string, z.ZodType>>,
): ContentReport {
  const nameOf = (file: string) => relative(dirname(directory), file);
  const problems: string[] = [];
  const placeholders: string[] = [];
  const textPlaceholders: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const file = join(directory, `${name}.yaml`);
    if (!existsSync(file)) {
      problems.push(`${nameOf(file)}: the file is missing`);
      continue;
    }
    const source = readFileSync(file, 'utf8');
    const found = problemsOf(() => parseContent(schema, source, nameOf(file)));
    problems.push(...found);
    if (found.length === 0) placeholders.push(...placeholdersIn(source, nameOf(file)));
  }
  for (const [folder, schema] of Object.entries(textSchemas)) {
    for (const name of filesIn(join(directory, folder), '.mdx')) {
      const file = join(directory, folder, name);
      const source = readFileSync(file, 'utf8');
      problems.push(...problemsOf(() => parseContent(schema, frontMatterOf(source).head, nameOf(file))));
      textPlaceholders.push(...placeholdersInText(source, nameOf(file)));
    }
  }
  return { problems, placeholders, textPlaceholders };
}
