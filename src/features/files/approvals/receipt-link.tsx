import words from '#content/receipts.yaml';
import { fill } from '#src/platform/fill.ts';
import styles from './approve-dialog.module.css';
import { fileLabelOf, type LabelledFile } from '../file-name.tsx';

const { receipt: texts } = words;

/** Links an approved file to the receipt of its approval. */
export const ReceiptLink = ({ file }: { readonly file: LabelledFile & { readonly id: string } }) => (
  <a
    className={`small ${styles.receipt}`}
    href={`/portal/files/${file.id}/receipt`}
    aria-label={fill(texts.linkName, { file: fileLabelOf(file) })}
  >
    {texts.link}
  </a>
);
