import { isMap, isNode, isPair, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const nameOf: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
  tuple: 'a list',
  date: 'a date',
  null: 'nothing',
};
const formats: Readonly<Record<string, string>> = {
  email: 'an email address such as name@studio.example',
  url: 'a web address such as https://studio.example',
  date: 'a date such as 2026-11-21',
  regex: 'in the form that docs/content.md describes',
};

const kindOf = (value: unknown) => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const sizeOf = (origin: string, size: number | bigint) => {
  if (origin === 'string') return `${size} character${size === 1 ? '' : 's'}`;
  if (origin === 'array') return `${size} ${size === 1 ? 'entry' : 'entries'}`;
  return `${size}`;
};

const verbOf = (origin: string) => (['string', 'array'].includes(origin) ? 'have' : 'be');

/** Returns what is wrong with a value and what is expected, for content editors; null for an unknown issue. */
function plainProblemOf(issue: Issue): string | null {
  if (issue.code === 'invalid_type') {
    const expected = nameOf[issue.expected] ?? issue.expected;
    if (issue.input === undefined) return `is missing; ${expected} is expected`;
    return `must be ${expected}, not ${nameOf[kindOf(issue.input)] ?? kindOf(issue.input)}`;
  }
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ');
    const missing = issue.input === undefined ? 'is missing; it ' : '';
    return issue.values.length === 1 ? `${missing}must be ${choices}` : `${missing}must be one of ${choices}`;
  }
  if (issue.code === 'too_small') {
    const amount = issue.exact ? 'exactly' : 'at least';
    return `must ${verbOf(issue.origin)} ${amount} ${sizeOf(issue.origin, issue.minimum)}`;
  }
  if (issue.code === 'too_big') {
    const amount = issue.exact ? 'exactly' : 'at most';
    return `must ${verbOf(issue.origin)} ${amount} ${sizeOf(issue.origin, issue.maximum)}`;
  }
  if (issue.code === 'invalid_format') return `must be ${formats[issue.format] ?? formats['regex']}`;
  if (issue.code === 'invalid_union') return 'is none of the forms that are allowed here';
  return null;
}

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

/** Formats a path: `['items', 2, 'title']` → `items[2].title`. */
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

/** Returns the problems of an issue: one, or one for each unknown key. */
function placesOf(issue: z.core.$ZodIssue): { path: Path; message: string }[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    message: 'unknown field; is its name mistyped?',
  }));
}

/** A content file's text, and its name in error messages. */
export type ContentSource = { readonly text: string; readonly fileName: string };

const isGroup = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges groups field by field; lists, texts and numbers are replaced as a whole. */
function laidOver(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  if (!isGroup(below) || !isGroup(above)) return above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...names].map((name) => [name, laidOver(below[name], above[name])]));
}

/** Does what is at a path come from the upper of two contents? What neither has is missing in the upper one. */
function isAbove(above: unknown, below: unknown, [name, ...rest]: Path): boolean {
  if (name === undefined || !isGroup(above) || !isGroup(below)) return true;
  if (name in above) return isAbove(above[name], below[name], rest);
  return !(name in below);
}

/** Are the fields that lead to a text, those within lists left out, replaced by this content? */
export function isReplacedBy(above: unknown, [name, ...rest]: readonly string[]): boolean {
  if (above === undefined) return false;
  return name === undefined || !isGroup(above) || isReplacedBy(above[name], rest);
}

/** Reads YAML. A file of comments alone is an empty group. Throws a `ContentError` where it is none. */
export function readYaml({ text, fileName }: ContentSource) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => ({ fileName, line: Math.max(1, lines.linePos(offset).line) });
  if (document.errors.length > 0) {
    throw new ContentError(
      document.errors.map(
        (error) => `${fileName}:${at(error.pos[0]).line}: cannot be read as YAML: ${error.message}`,
      ),
    );
  }
  const content: unknown = document.toJS();
  return { document, content, at };
}

/**
 * Reads one content file merged with a studio's own. Returns the parsed value. Throws a `ContentError` that lists every
 * problem as `<file>:<line>: <path>: <reason>`; syntax errors first, since such a file has no paths.
 */
export function parseContent<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  fileName: string,
  over: ContentSource | null = null,
): z.output<Schema> {
  const shipped = readYaml({ text, fileName });
  const own = over && readYaml(over);
  const result = schema.safeParse(laidOver(shipped.content, own?.content ?? undefined), {
    error: plainProblemOf,
  });
  if (result.success) return result.data;
  const placed = result.error.issues.flatMap(placesOf).map(({ path, message }) => {
    const { document, at } = own && isAbove(own.content ?? {}, shipped.content, path) ? own : shipped;
    const offset = offsetOf(document, path);
    return { ...at(offset), offset, reason: `${path.length > 0 ? `${pathText(path)}: ` : ''}${message}` };
  });
  throw new ContentError(
    placed
      .toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.offset - b.offset)
      .map((place) => `${place.fileName}:${place.line}: ${place.reason}`),
  );
}
