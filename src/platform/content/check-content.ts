import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { z } from 'zod';
import { frontMatterOf } from './front-matter.ts';
import { sourcesOf, textFilesOf, unreadIn } from './own-content.ts';
import { placeholdersIn, placeholdersInText } from './placeholders.ts';
import { ContentError, isReplacedBy, parseContent, readYaml } from './yaml-content.ts';

/** Returns the problems in a studio's content files, one line each: `<file>:<line>: <field>: <what is expected>`. */
export type ContentReport = {
  readonly problems: readonly string[];
  /** Placeholder texts in YAML files; a real installation leaves them out. */
  readonly placeholders: readonly string[];
  /** Placeholders in articles and pages, which cannot be left out. */
  readonly textPlaceholders: readonly string[];
};

function problemsOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

/** Checks all content files, including a studio's `own` folder, before the build, and reports all errors at once. */
export function checkContent(
  directory: string,
  schemas: Readonly<Record<string, z.ZodType>>,
  textSchemas: Readonly<Record<string, z.ZodType>>,
  own: string | null = null,
): ContentReport {
  const folders = { directory, own };
  const nameOf = (file: string) =>
    own !== null && file.startsWith(own) ? file : relative(dirname(directory), file);
  const problems =
    own === null ? [] : unreadIn(own, Object.keys(schemas), Object.keys(textSchemas), directory);
  const placeholders: string[] = [];
  const textPlaceholders: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const file = join(directory, `${name}.yaml`);
    if (!existsSync(file)) {
      problems.push(`${nameOf(file)}: the file is missing`);
      continue;
    }
    const { shipped, over } = sourcesOf(`${name}.yaml`, folders);
    const found = problemsOf(() => parseContent(schema, shipped.text, shipped.fileName, over));
    problems.push(...found);
    if (found.length > 0) continue;
    const written = over === null ? undefined : (readYaml(over).content ?? undefined);
    placeholders.push(
      ...placeholdersIn(shipped.text, shipped.fileName, (fields) => isReplacedBy(written, fields)),
      ...(over === null ? [] : placeholdersIn(over.text, over.fileName)),
    );
  }
  for (const [folder, schema] of Object.entries(textSchemas)) {
    for (const file of textFilesOf(folder, folders)) {
      const source = readFileSync(file, 'utf8');
      problems.push(...problemsOf(() => parseContent(schema, frontMatterOf(source).head, nameOf(file))));
      textPlaceholders.push(...placeholdersInText(source, nameOf(file)));
    }
  }
  return { problems, placeholders, textPlaceholders };
}
