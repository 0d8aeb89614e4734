import { Fragment } from 'react';

/** A file name that can break after its separators. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[_\-.])(?=[^_\-.])/u).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
