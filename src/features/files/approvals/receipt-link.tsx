import words from '#content/receipts.yaml';
import { fill } from '#src/platform/fill.ts';
import { fileLabelOf, type LabelledFile } from '../file-name.tsx';

const { receipt: texts } = words;

/** Links an approved file to the receipt of its approval. */
export const ReceiptLink = ({ file }: { readonly file: LabelledFile & { readonly id: string } }) => (
  <a
    className="small"
    href={`/portal/files/${file.id}/receipt`}
    aria-label={fill(texts.linkName, { file: fileLabelOf(file) })}
  >
    {texts.link}
  </a>
);
