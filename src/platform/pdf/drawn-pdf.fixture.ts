import { getDocumentProxy } from 'unpdf';

/** A text run; `baseline` is its distance from the upper edge, in points. */
export type DrawnText = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  /** Only distinguishes fonts. */
  readonly font: string;
};

/** A line or a box; distances are from the upper left corner, in points. */
export type DrawnShape = {
  readonly isFilled: boolean;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export type DrawnSheet = { readonly texts: readonly DrawnText[]; readonly shapes: readonly DrawnShape[] };

// pdf.js operator numbers.
const [constructPath, fill] = [91, 22];

/** Reads the positions of everything on the first page of a PDF from `createPaper`. */
export async function readDrawing(bytes: Uint8Array): Promise<DrawnSheet> {
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const page = await document.getPage(1);
  const { height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item): DrawnText[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [size = 0, , , , left = 0, y = 0] = item.transform as number[];
    const { str: text, width, fontName: font } = item;
    return [{ text, left, right: left + width, baseline: height - y, size, font }];
  });
  const { fnArray, argsArray } = await page.getOperatorList();
  const shapes = fnArray.flatMap((operator, index): DrawnShape[] => {
    if (operator !== constructPath) return [];
    const [how, , [left, top, right, bottom]] = argsArray[index] as [number, unknown, Float32Array];
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
    return [{ isFilled: how === fill, left, top, right, bottom }];
  });
  return { texts, shapes };
}
