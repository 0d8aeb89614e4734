import { isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';

// Letters between square brackets that are no link: `[Street and number]`, but not `[Privacy](/privacy)`.
const bracketed = /\[\p{L}[^\][\n]*\](?![([:])/u;

/** Returns true if this text contains a placeholder. */
export const holdsPlaceholder = (text: string): boolean => bracketed.test(text);

/** Returns the content with placeholder texts emptied. */
export function withoutPlaceholders<T>(content: T): T {
  if (typeof content === 'string') return (holdsPlaceholder(content) ? '' : content) as T;
  if (Array.isArray(content)) return content.map((entry) => withoutPlaceholders<unknown>(entry)) as T;
  if (content === null || typeof content !== 'object') return content;
  const entries = Object.entries(content).map(([key, value]) => [key, withoutPlaceholders<unknown>(value)]);
  return Object.fromEntries(entries) as T;
}

/** The texts of a YAML file that are still to be written, as `<file>:<line>: <field>: <text>`, but for those that are replaced by others. */
export function placeholdersIn(
  source: string,
  fileName: string,
  isReplaced: (fields: readonly string[]) => boolean = () => false,
): string[] {
  const lines = new LineCounter();
  const found: string[] = [];
  visit(parseDocument(source, { lineCounter: lines }), {
    Scalar(key, { value, range }, path) {
      if (key === 'key' || typeof value !== 'string' || !holdsPlaceholder(value)) return;
      const fields = path.flatMap((node) =>
        isPair(node) && isScalar(node.key) ? [String(node.key.value)] : [],
      );
      if (isReplaced(fields)) return;
      found.push(`${fileName}:${lines.linePos(range?.[0] ?? 0).line}: ${fields.join('.')}: ${value}`);
    },
  });
  return found;
}

/** The lines of a text with front matter that hold one, code and links left out. */
export function placeholdersInText(source: string, fileName: string): string[] {
  const prose = source.replaceAll(/^(---[\s\S]*?^---|```[\s\S]*?^```)|`[^`\n]*`/gm, (part) =>
    part.replaceAll(/[^\n]/g, ' '),
  );
  return prose.split('\n').flatMap((line, index) => {
    const [placeholder] = bracketed.exec(line) ?? [];
    return placeholder ? [`${fileName}:${index + 1}: ${placeholder}`] : [];
  });
}
