import { Fragment } from 'react';

/** A name as text that breaks between its words also where they are joined, as those of a file are. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(/(?<=[_\-.])(?=[^_\-.])/u).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
