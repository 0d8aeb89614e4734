import { globSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';

// No regular expression takes quadratic or worse time in the length of a text, whether by backtracking or by restarting
// at each of its characters.

/** Expressions that only match the product's own strings. */
const ownTexts: Readonly<Record<string, string>> = {
  'src/figures/nodal-lines.ts': 'a path of figures, as it is drawn',
  'src/features/invoices/money.ts': 'the digits of an amount, at most 16',
};

/** Examples for interpolated values that are not strings of the same file. */
const examples: Readonly<Record<string, string>> = {
  separator: ',',
  marks: ';；,，',
  name: 'rrule',
  "path.replaceAll('[id]', '[^/]+')": '/desk/leads/[^/]+/reply',
  "messageIdOf('', origin).replaceAll('.', String.raw`\\.`)": '@studio\\.example',
};

type Expression = { readonly file: string; readonly source: string; readonly flags: string };

/** The text of a string or a template; its names are strings of the same file, or examples. */
function textOf(node: ts.Expression, inFile: ReadonlyMap<string, ts.Expression>): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans.map(({ expression, literal }) => textOf(expression, inFile) + literal.text).join('')
    );
  const written = node.getText();
  const known = inFile.get(written);
  if (examples[written] !== undefined) return examples[written];
  if (known) return textOf(known, inFile);
  throw new Error(
    `Nothing says what ${written} is in a regular expression of ${node.getSourceFile().fileName}`,
  );
}

function expressionsIn(file: string): Expression[] {
  const whole = readFileSync(file, 'utf8');
  const text = file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(whole)?.[1] ?? '') : whole;
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Expression[] = [];
  const texts = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name))
      texts.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern)
        found.push({ file, source: textOf(pattern, texts), flags: flags ? textOf(flags, texts) : '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = globSync('{src/**/*,content/*,server}.{ts,tsx,astro}').filter(
  (file) => !/\.(?:test|fixture)\.tsx?$/.test(file),
);
const expressions = files.flatMap(expressionsIn);
const isLinear = ({ source, flags }: Expression) =>
  analyse({ source, flags }, { reportTypes: { Move: true } }).reports.length === 0;
const slow = expressions.filter((expression) => !isLinear(expression));

test('takes linear time in every regular expression that matches input', () => {
  expect(expressions.length).toBeGreaterThan(200);
  const found = slow
    .filter(({ file }) => !(file in ownTexts))
    .map(({ file, source }) => `${file}: /${source}/`);
  expect(found).toEqual([]);
});

test('still finds every listed exception', () => {
  for (const file of Object.keys(ownTexts)) expect(slow.map((one) => one.file)).toContain(file);
});

test('detects a slow expression', () => {
  for (const source of ['(a+)+$', 'a*a*b', 'x+y'])
    expect(isLinear({ file: '', source, flags: '' })).toBe(false);
});
