import Pdf from 'pdfkit';
import { createFaces, type Face } from './pdf-faces.ts';
import { a4, type About, type MarkShape } from './pdf-text.ts';
import { linesOf, type Line, type Run, type Span } from './text-lines.ts';

// The decomposition feature would split letters such as "ị", and PDF readers would extract two. Its types only allow
// lists of features to enable.
const features = { ccmp: false } as unknown as [];

/** A4 pages for text in any language; distances are in points from the upper left corner. */
export type Paper = {
  /** Breaks a paragraph into lines no wider than `width`. */
  readonly lines: (spans: readonly Span[], width: number, size: number) => Line[];
  /** Draws a line at its baseline. */
  readonly draw: (line: Line, x: number, baseline: number, size: number) => void;
  readonly rule: (from: readonly [number, number], to: readonly [number, number], thickness: number) => void;
  readonly box: (
    x: number,
    y: number,
    width: number,
    height: number,
    paint: { readonly fill?: string; readonly line?: number },
  ) => void;
  /** Draws a status shape in a square of this size around a point. */
  readonly mark: (shape: MarkShape, x: number, y: number, size: number) => void;
  readonly turnTo: (sheet: number) => void;
  /** Adds a page and returns its number. */
  readonly addSheet: () => number;
  /** Returns the finished file with subset fonts. */
  readonly finish: () => Promise<Uint8Array<ArrayBuffer>>;
};

const ink = '#1a1712';
/** Dark enough to be visible in greyscale prints. */
const [good, bad] = ['#2f6b3c', '#b3261e'];

function drawMark(document: Document, shape: MarkShape, x: number, y: number, size: number): void {
  const half = size / 2;
  // Visually as large as the circle.
  const reach = half * 1.25;
  if (shape === 'full') document.circle(x, y, half).fill(good);
  else if (shape === 'empty')
    document
      .circle(x, y, half - 0.6)
      .lineWidth(1.2)
      .strokeColor(ink)
      .stroke();
  else document.polygon([x, y - reach], [x + reach, y], [x, y + reach], [x - reach, y]).fill(bad);
}

function openDocument({ title, author, language, madeAt, attachments = [] }: About) {
  const dates = madeAt && { CreationDate: madeAt, ModDate: madeAt };
  const document = new Pdf({
    size: [a4.width, a4.height],
    margin: 0,
    // No standard fonts: every font is embedded.
    font: '',
    bufferPages: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Author: author, ...dates },
  });
  for (const { name, mediaType: type, description, text } of attachments)
    document.file(Buffer.from(text), {
      name,
      type,
      description,
      ...(madeAt && { creationDate: madeAt, modifiedDate: madeAt }),
    });
  return document;
}

type Document = ReturnType<typeof openDocument>;

/** Collects the bytes of a document as it writes them; call the result to end the document. */
function collect(document: Document): Paper['finish'] {
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  return async () => {
    document.end();
    await ended;
    return Uint8Array.from(Buffer.concat(parts));
  };
}

/** Selects fonts for the runs of a document, and measures with them. */
function createTypesetter(document: Document) {
  const faces = createFaces();
  const registered = new Set<Face>();
  const select = ({ face }: Run, size: number) => {
    // The library's types do not know that it accepts a font that was read.
    if (!registered.has(face)) document.registerFont(face, faces.fontOf(face) as unknown as Buffer);
    registered.add(face);
    return document.font(face).fontSize(size);
  };
  // Widths at size 1000, cached because shaping is slow and words repeat.
  const widths = new Map<string, number>();
  const measure = (run: Run, size: number): number => {
    const key = `${run.face} ${run.text}`;
    const known = widths.get(key) ?? select(run, 1000).widthOfString(run.text, { features });
    widths.set(key, known);
    return (known * size) / 1000;
  };
  return { faces, select, measure };
}

/** Creates a document with one page. */
export function createPaper(about: About): Paper {
  const document = openDocument(about);
  const finish = collect(document);
  const { faces, select, measure } = createTypesetter(document);
  const options = { lineBreak: false, baseline: 'alphabetic', features } as const;
  let sheets = 1;
  return {
    lines: (spans, width, size) => linesOf(spans, { faces, measure, width, size }),
    draw(line, x, baseline, size) {
      for (const run of line.runs)
        select(run, size)
          .fillColor(ink)
          .text(run.text, x + run.x, baseline, options);
    },
    rule: (from, to, thickness) =>
      void document
        .moveTo(...from)
        .lineTo(...to)
        .lineWidth(thickness)
        .strokeColor(ink)
        .stroke(),
    box(x, y, width, height, { fill, line }) {
      const shape = document.rect(x, y, width, height);
      if (fill !== undefined) shape.fill(fill);
      if (line !== undefined) shape.lineWidth(line).strokeColor(ink).stroke();
    },
    mark: (shape, x, y, size) => drawMark(document, shape, x, y, size),
    turnTo: (sheet) => void document.switchToPage(sheet),
    addSheet() {
      document.addPage();
      return sheets++;
    },
    finish,
  };
}
