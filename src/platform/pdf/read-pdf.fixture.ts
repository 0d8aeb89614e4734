import { getDocumentProxy } from 'unpdf';

export type ReadPdf = {
  readonly title: string;
  readonly sheets: readonly { readonly width: number; readonly height: number }[];
  /** The drawn text, in the reading order of each run, without white space. */
  readonly text: string;
  readonly bytes: number;
};

/** Extracts the text of a PDF through its embedded fonts, as other programs do. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { info } = await document.getMetadata();
  const pieces: string[] = [];
  const sheets: { width: number; height: number }[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    sheets.push({ width, height });
    for (const item of (await page.getTextContent()).items) if ('str' in item) pieces.push(item.str);
  }
  const { Title } = info as { Title?: string };
  return { title: Title ?? '', sheets, text: pieces.join('').replaceAll(/\s/g, ''), bytes: bytes.length };
}
