import ts from 'typescript';

export type Guard = {
  readonly id: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
};
type Insert = { readonly at: number; readonly end?: number; readonly text: string; readonly depth: number };

/** What says whose something is, or whether it still holds. */
const ofGuards =
  /client|person|owner|token|hash|secret|sight|expire|revoked|disabled|ended|endsAt|usedAt|visible|\bmay\b/i;

/** Read by the runner's switch: whether this condition is left out, and that it was reached. */
const head = `
function isLeftOut_(id: string): boolean {
  const all = ((globalThis as any).__stryker__ ??= {});
  const reached = (all.mutantCoverage ??= { static: {}, perTest: {} });
  const of = all.currentTestId ? (reached.perTest[all.currentTestId] ??= {}) : reached.static;
  of[id] = (of[id] ?? 0) + 1;
  // What a module does as it loads is tried in a process of its own.
  all.activeMutant ??= (globalThis as any).process.env.__STRYKER_ACTIVE_MUTANT__;
  return all.activeMutant === id;
}
`;

type Switched = { readonly text: string; readonly guards: Guard[] };

const parse = (source: string) =>
  ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
const lineOf = (file: ts.SourceFile, node: ts.Node) =>
  file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;

/** From the end of the text; of those at one place the inner ones close first and open last. */
function withInserts(source: string, inserts: readonly Insert[]): string {
  let text = source;
  for (const { at, end = at, text: put } of inserts.toSorted((a, b) => b.at - a.at || b.depth - a.depth)) {
    text = text.slice(0, at) + put + text.slice(end);
  }
  return text;
}

/**
 * The text with a switch around each such condition of a query built with Drizzle: each part of an `and(…)`, and what alone stands in
 * a `where(…)`. A condition that is left out is `undefined`, which Drizzle drops.
 */
export function conditionsOf(source: string, prefix: string): Switched {
  const file = parse(source);
  const found: ts.Expression[] = [];
  const isCallOf = (node: ts.Expression, name: string): node is ts.CallExpression =>
    ts.isCallExpression(node) &&
    (ts.isIdentifier(node.expression)
      ? node.expression.text === name
      : ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === name);
  const visit = (node: ts.Node): void => {
    if (ts.isExpression(node) && isCallOf(node, 'and'))
      found.push(...node.arguments.filter((one) => !ts.isSpreadElement(one)));
    if (ts.isExpression(node) && isCallOf(node, 'where')) {
      found.push(...node.arguments.filter((one) => !isCallOf(one, 'and')));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const inserts: Insert[] = [];
  const chosen = found.filter((node) => ofGuards.test(node.getText(file)));
  const guards = chosen.map((node, n) => {
    const id = `${prefix}${n}`;
    inserts.push({
      at: node.getStart(file),
      text: `(isLeftOut_(${JSON.stringify(id)}) ? undefined : (`,
      depth: -node.getWidth(file),
    });
    inserts.push({ at: node.getEnd(), text: '))', depth: node.getWidth(file) });
    return {
      id,
      line: lineOf(file, node),
      original: node.getText(file).replaceAll(/\s+/g, ' '),
      replacement: '',
    };
  });
  return { text: guards.length > 0 ? withInserts(source, inserts) + head : source, guards };
}

/** What is weaker than a rule of the access policy. */
function weakerThan(rule: string): string[] {
  if (rule === 'public' || rule === 'visitor') return [];
  if (rule.startsWith('recent-')) return ['public', rule.replace('recent-', '')];
  if (rule === 'approver') return ['public', 'client'];
  return rule === 'person' || rule === 'started' ? ['public'] : ['public', 'person'];
}

/** The text of the access policy, in which each rule is read through switches to what is weaker. */
export function rulesOf(source: string, prefix: string): Switched {
  const file = parse(source);
  const guards: Guard[] = [];
  const inserts: Insert[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer)) {
      const { name, initializer } = node;
      const weaker = weakerThan(initializer.text).map((replacement) => {
        const original = `${name.getText(file)}: '${initializer.text}'`;
        return {
          id: `${prefix}${initializer.pos}:${replacement}`,
          line: lineOf(file, node),
          original,
          replacement,
        };
      });
      const read = weaker.map(({ id, replacement }) => `isLeftOut_('${id}') ? '${replacement}' : `).join('');
      const text = `get ${name.getText(file)}() { return ${read}'${initializer.text}' as const; }`;
      inserts.push({ at: node.getStart(file), end: node.getEnd(), text, depth: 0 });
      guards.push(...weaker);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { text: withInserts(source, inserts) + head, guards };
}
