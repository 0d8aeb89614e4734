import { isMap, isNode, isPair, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { plainProblemOf } from './plain-problem.ts';

/** A content file that was refused. The message names every problem, one per line. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Path = readonly PropertyKey[];

/** `['items', 2, 'title']` → `items[2].title`, the way a person would say it. */
export function pathText(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`,
    )
    .join('');
}

/** Offset of the key at `path`, of the value where there is no key, or of the nearest parent that exists. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isNode(item.key) && String(item.key) === last);
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** One issue is one problem, except unknown keys: each of those has a line of its own. */
function placesOf(issue: z.core.$ZodIssue): { path: Path; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    message: 'unknown field; is its name mistyped?',
  }));
}

/**
 * Reads one content file. Returns what the schema makes of it, or throws a `ContentError` that lists every
 * problem as `<file>:<line>: <path>: <reason>`, syntax first (a file that does not parse has no paths yet).
 */
export function parseContent<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  fileName: string,
): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${fileName}:${Math.max(1, lines.linePos(offset).line)}`;
  if (document.errors.length > 0) {
    throw new ContentError(
      document.errors.map((error) => `${at(error.pos[0])}: cannot be read as YAML: ${error.message}`),
    );
  }
  const result = schema.safeParse(document.toJS(), { error: plainProblemOf });
  if (result.success) return result.data;
  throw new ContentError(
    result.error.issues
      .flatMap(placesOf)
      .map(({ path, message }) => ({ offset: offsetOf(document, path), path, message }))
      .toSorted((a, b) => a.offset - b.offset)
      .map(
        ({ offset, path, message }) =>
          `${at(offset)}: ${path.length > 0 ? `${pathText(path)}: ` : ''}${message}`,
      ),
  );
}
