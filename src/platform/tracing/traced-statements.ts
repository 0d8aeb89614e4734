import { inSpan, type SpanStart } from './spans.ts';

// Ends with the parsed text if the literal does not end before.
const literal = /'(?:[^']|'')*(?:'|$)/g;
const firstTable =
  /\b(?:from|into|update|join)\s+(?:only\s+)?((?:"?[a-z_][a-z\d_]*"?\.)?"?[a-z_][a-z\d_]*"?)/;

const firstFunction = /^\s*select\s+((?:[a-z_][a-z\d_]*\.)?[a-z_][a-z\d_]*)\(/;

/**
 * Names a statement by its verb and its first table, or else its function: `select leads`, `select pg_notify`. Nothing
 * else of its text is used, since it may contain values.
 */
export function statementName(text: string): string {
  const plain = text.slice(0, 4000).replaceAll(literal, "''").toLowerCase();
  const verb = /^[\s(]*([a-z]{1,20})\b/.exec(plain)?.[1] ?? 'statement';
  const [, what] = firstTable.exec(plain) ?? firstFunction.exec(plain) ?? [];
  return what === undefined ? verb : `${verb} ${what.replaceAll('"', '').slice(0, 70)}`;
}

function startOf(statement: unknown): SpanStart {
  const text =
    typeof statement === 'string' ? statement : (statement as { readonly text?: unknown } | null)?.text;
  const name = statementName(typeof text === 'string' ? text : '');
  return { name, kind: 'client', fields: { 'db.system.name': 'postgresql', 'db.query.summary': name } };
}

type Verb = (...given: unknown[]) => Promise<unknown>;

/** Wraps a client of either database with a span around each statement. */
export function traceStatements<C extends object>(client: C): C {
  return new Proxy(client, {
    get(object, property) {
      const member: unknown = Reflect.get(object, property, object);
      if (typeof member !== 'function' || property === 'constructor') return member;
      const verb = member.bind(object) as Verb;
      if (property === 'query' || property === 'exec')
        return (...given: unknown[]) => inSpan(startOf(given[0]), () => verb(...given));
      // A pool: returns a dedicated connection.
      if (property === 'connect') return async () => traceStatements((await verb()) as object);
      if (property === 'transaction')
        return (run: (tx: object) => Promise<unknown>, ...more: unknown[]) =>
          verb((tx: object) => run(traceStatements(tx)), ...more);
      return verb;
    },
  });
}
