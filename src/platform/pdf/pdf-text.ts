import type { TextFace } from './pdf-faces.ts';

/** A4, in points. */
export const a4 = { width: 595.28, height: 841.89 } as const;

/** As on the web pages: a filled circle, a filled diamond, and a ring. */
export type MarkShape = 'full' | 'diamond' | 'empty';

/** The margins of a document, in points from the upper left corner. */
export const margin = 56;
export const right = a4.width - margin;
export const bottom = a4.height - margin;

/** A file inside a document. */
export type Attachment = {
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly text: string;
};

export type About = {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** The date in its metadata; by default now. With a date the same document has the same bytes. */
  readonly madeAt?: Date;
  readonly attachments?: readonly Attachment[];
};

export type Place = {
  readonly face?: TextFace;
  readonly size?: number;
  readonly x?: number;
  readonly width?: number;
  /** Aligns right-to-left text to the right. */
  readonly isAligned?: boolean;
};

export type MarkedPlace = Omit<Place, 'isAligned'>;

export type Column = {
  readonly label: string;
  readonly lines: readonly string[];
  /** The shape before its lines. */
  readonly mark?: MarkShape;
};

/** A cell of a row: its place from the left margin in points. */
export type Cell = {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly size?: number;
  readonly face?: TextFace;
  /** True to align it to the right, as amounts. */
  readonly isEnd?: boolean;
};

/** A pen operation, as passed to the drawing thread. */
export type Step =
  | { readonly do: 'write'; readonly text: string; readonly place: Place }
  | {
      readonly do: 'marked';
      readonly shape: MarkShape;
      readonly text: string;
      readonly place: MarkedPlace;
    }
  | { readonly do: 'at-end'; readonly text: string; readonly size: number }
  | { readonly do: 'rule'; readonly thickness: number }
  | { readonly do: 'columns'; readonly columns: readonly Column[] }
  | { readonly do: 'cells'; readonly cells: readonly Cell[] }
  | { readonly do: 'keep'; readonly points: number }
  | { readonly do: 'space'; readonly points: number };

/** A document as a list of pen operations, from the top of the first page. */
export type PdfText = { readonly about: About; readonly steps: readonly Step[] };
