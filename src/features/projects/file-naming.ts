import { withoutEnding } from '#src/platform/http/attachment-name.ts';

const partNames = ['project', 'title', 'version', 'rate', 'bits'] as const;
type Part = (typeof partNames)[number];

const isPart = (name: string): name is Part => partNames.some((part) => part === name);

type Piece = { readonly text: string } | { readonly part: Part };

/** Returns a scheme's pieces in their order; null if it names an unknown part, or the title twice. */
export function piecesOf(scheme: string): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let rest = scheme;
  while (rest !== '') {
    const open = rest.indexOf('{');
    const close = rest.indexOf('}');
    if (open < 0) return close < 0 ? withAtMostOneTitle([...pieces, { text: rest }]) : null;
    const name = rest.slice(open + 1, close);
    if (close < open || !isPart(name)) return null;
    if (open > 0) pieces.push({ text: rest.slice(0, open) });
    pieces.push({ part: name });
    rest = rest.slice(close + 1);
  }
  return withAtMostOneTitle(pieces);
}

/** Returns the pieces; null if there is more than one title. With at most one, a name can be read in one pass from both its ends. */
const withAtMostOneTitle = (pieces: readonly Piece[]) =>
  pieces.filter((piece) => 'part' in piece && piece.part === 'title').length > 1 ? null : pieces;

/** The values of a name's parts that the project or the file determines; null for one that the file does not have. */
export type Named = Readonly<Record<'project' | 'rate' | 'bits', string | null>>;

/** Returns true if a scheme has a part whose value comes from the measured sound. */
export const asksForSound = (scheme: string): boolean =>
  (piecesOf(scheme) ?? []).some(
    (piece) => 'part' in piece && (piece.part === 'rate' || piece.part === 'bits'),
  );

/** What joins two parts of a name. */
const joint = /[\s_.,;+&~–—-]/u;
const jointAtStart = /^[\s_.,;+&~–—-]+/u;

/** Without a regular expression, which would backtrack at each separator of a long text. */
function withoutJointAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && joint.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

const [opening, closing] = ['([{<', ')]}>'];

/** The texts before and behind a part that is left out: without the brackets around it, and with one joint where there were two. */
function textsAround(
  before: string,
  after: string,
  isFirst: boolean,
  isLast: boolean,
): readonly [string, string] {
  const bracket = opening.indexOf(before.at(-1) ?? ' ');
  if (bracket >= 0 && after[0] === closing[bracket])
    return textsAround(before.slice(0, -1), after.slice(1), isFirst, isLast);
  const isEnd = isLast && after === '';
  if (bracket >= 0 || (isFirst && before === '')) return [before, after.replace(jointAtStart, '')];
  return [isEnd || jointAtStart.test(after) ? withoutJointAtEnd(before) : before, after];
}

/** A scheme's pieces without the parts that the file has no value for; each with what joined it to the others. */
function knownPiecesOf(scheme: string, named: Named): readonly Piece[] | null {
  const pieces = piecesOf(scheme);
  if (!pieces) return null;
  const known: Piece[] = [];
  // The pieces, and texts that may be empty between and around them.
  const rest = [...pieces];
  for (let piece = rest.shift(); piece; piece = rest.shift()) {
    if ('text' in piece || isFree(piece.part) || named[piece.part] !== null) {
      known.push(piece);
      continue;
    }
    const [last, next] = [known.at(-1), rest[0]];
    const before = last && 'text' in last ? (known.pop(), last.text) : '';
    const after = next && 'text' in next ? (rest.shift(), next.text) : '';
    const texts = textsAround(before, after, known.length === 0, rest.length === 0);
    if (texts[0] !== '') known.push({ text: texts[0] });
    if (texts[1] !== '') rest.unshift({ text: texts[1] });
  }
  return known;
}

type FreePart = Exclude<Part, keyof Named>;

/** Returns true if a part may have any value. */
const isFree = (part: Part): part is FreePart => part === 'title' || part === 'version';

/** The value of a part; null for the title and the version, which are free. */
const valueOf = (part: Part, named: Named): string | null => (isFree(part) ? null : named[part]);

const isDigit = (character: string | undefined) =>
  character !== undefined && character >= '0' && character <= '9';

/** How many characters of the beginning of `text` match a piece; −1 if it does not match. The version is a v with digits. */
function takenBy(piece: Piece, text: string, named: Named): number {
  const value = ('text' in piece ? piece.text : valueOf(piece.part, named))?.toLowerCase() ?? null;
  if (value !== null) return text.startsWith(value) ? value.length : -1;
  let end = text.startsWith('v') ? 1 : 0;
  while (isDigit(text[end])) end += 1;
  return end > 1 ? end : -1;
}

/** How many characters of the end of `text` match a piece; −1 if it does not match. */
function takenAtEnd(piece: Piece, text: string, named: Named): number {
  const value = ('text' in piece ? piece.text : valueOf(piece.part, named))?.toLowerCase() ?? null;
  if (value !== null) return text.endsWith(value) ? value.length : -1;
  let from = text.length;
  while (isDigit(text[from - 1])) from -= 1;
  return from < text.length && text[from - 1] === 'v' ? text.length - from + 1 : -1;
}

/**
 * True if a file's name, without its ending, matches a scheme; case does not matter. Reads each character once, whatever the
 * scheme.
 */
export function isNamedBy(scheme: string, name: string, named: Named): boolean {
  const pieces = knownPiecesOf(scheme, named);
  if (!pieces) return false;
  let rest = withoutEnding(name).normalize('NFC').toLowerCase();
  const title = pieces.findIndex((piece) => 'part' in piece && piece.part === 'title');
  const before = title < 0 ? pieces : pieces.slice(0, title);
  for (const piece of before) {
    const taken = takenBy(piece, rest, named);
    if (taken < 0) return false;
    rest = rest.slice(taken);
  }
  if (title < 0) return rest === '';
  for (const piece of pieces.slice(title + 1).toReversed()) {
    const taken = takenAtEnd(piece, rest, named);
    if (taken < 0) return false;
    rest = rest.slice(0, rest.length - taken);
  }
  return rest.trim() !== '';
}

/** The name that a scheme asks for, with words for what may be anything. */
export function expectedName(
  scheme: string,
  named: Named,
  words: { readonly title: string; readonly version: string },
): string {
  const pieces = knownPiecesOf(scheme, named) ?? [];
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return valueOf(piece.part, named) ?? (piece.part === 'title' ? words.title : words.version);
    })
    .join('');
}
