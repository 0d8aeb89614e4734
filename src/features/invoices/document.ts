import site from '#content/site.yaml';
import { legal } from '#src/studio/legal.ts';
import { totalsOf, type DocumentLine, type TaxCategory, type Totals } from './totals.ts';

export type InvoiceLine = DocumentLine & {
  readonly description: string;
  /** Such as "hour"; may be empty. */
  readonly unit: string;
  /** The name of its tax; may be empty. */
  readonly taxName: string;
  readonly category: TaxCategory;
};

export type Party = {
  readonly name: string;
  readonly email: string;
  /** The address as printed. */
  readonly lines: readonly string[];
  readonly vatId: string;
};

/** What an invoice shows, as it was when it was issued. Amounts are in minor units of its currency. */
export type InvoiceDocument = {
  readonly prices: 'net' | 'gross';
  readonly lines: readonly InvoiceLine[];
  readonly discountBasisPoints?: number | undefined;
  readonly discountMinor?: number | undefined;
  readonly seller: Party & {
    /** The number of the tax office, or the register. */
    readonly taxNumber: string;
    readonly accounts: readonly {
      readonly holder: string;
      readonly iban: string;
      readonly bic: string;
      readonly bank: string;
    }[];
  };
  /** `reference` is what the client wants to be quoted, such as a purchase order. */
  readonly buyer: Party & { readonly reference: string };
  /** Sentences about the taxes. */
  readonly sentences: readonly string[];
  readonly notes: string;
  /** The day or period of the service, YYYY-MM-DD; null if it is not given. */
  readonly serviceFrom: string | null;
  readonly serviceTo: string | null;
};

/** An invoice of one amount, from before there were lines, or one with its document. */
type Documented = {
  readonly document: InvoiceDocument | null;
  readonly currency: string;
  readonly amountCents: number;
  readonly description: string;
  readonly billToName: string;
  readonly billToEmail: string;
};

/** Returns the document of an invoice; one of one amount has one line, outside the scope of tax, and the site's address. */
export function documentOf({
  document,
  amountCents,
  description,
  billToName,
  billToEmail,
}: Documented): InvoiceDocument {
  if (document) return document;
  const line = { quantity: '1', unit: '', unitPriceMinor: amountCents, taxBasisPoints: 0 } as const;
  const { entity, address, registration } = legal;
  return {
    prices: 'net',
    lines: [{ ...line, description, taxName: '', category: 'O' }],
    seller: {
      name: entity,
      email: site.contactEmail,
      lines: address,
      vatId: '',
      taxNumber: registration,
      accounts: [],
    },
    buyer: { name: billToName, email: billToEmail, lines: [], vatId: '', reference: '' },
    sentences: [],
    notes: '',
    serviceFrom: null,
    serviceTo: null,
  };
}

/** Returns the totals of a document in a currency. */
export const totalsOfDocument = (currency: string, document: InvoiceDocument): Totals =>
  totalsOf({ ...document, currency });

const longestDescription = 300;

/** Returns what a document is for, in one line. */
export function descriptionOf({ lines }: Pick<InvoiceDocument, 'lines'>): string {
  const all = lines.map(({ description }) => description.replaceAll(/\s+/gu, ' ')).join('; ');
  return all.length > longestDescription ? `${all.slice(0, longestDescription - 1)}…` : all;
}
