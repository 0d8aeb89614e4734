import { Fragment } from 'react';
import project from '#content/project.yaml';

/** A file's name as text; a stand-in where it has no visible letter. */
export const fileNameOf = (name: string) =>
  /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : project.files.nameless;

/** A file's name, isolated so that its writing direction does not affect the text around it. It breaks between its words. */
export function FileName({ name }: { readonly name: string }) {
  const words = fileNameOf(name).split(/(?<=[_\-.])(?=[^_\-.])/u);
  return (
    <bdi>
      {words.map((word, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </bdi>
  );
}
