/** A property of a component: `NAME;PARAMETER=value:value`, names and parameters in upper case. */
export type ContentLine = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
};

const linePattern = /^([\w-]+)((?:;[^:;="]+=(?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)*):(.*)$/;

/** Reads an unfolded line; null if it is badly written. */
export function contentLineOf(line: string): ContentLine | null {
  const [, name, parameters = '', value = ''] = linePattern.exec(line) ?? [];
  if (name === undefined) return null;
  const pairs = [...parameters.matchAll(/;([^:;="]+)=((?:"[^"]*"|[^":;])*)/g)].map(
    ([, key = '', text = '']) => [key.trim().toUpperCase(), text.replaceAll('"', '').trim()] as const,
  );
  return { name: name.toUpperCase(), parameters: new Map(pairs), value: value.trim() };
}
