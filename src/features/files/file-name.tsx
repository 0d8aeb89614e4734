import project from '#content/project.yaml';
import { withoutDirectionMarks } from '#src/platform/direction-marks.ts';
import { Breakable } from '#src/ui/breakable.tsx';

/** A file's name as text, without marks that turn the direction of writing; a stand-in where it has no visible letter. */
export const fileNameOf = (name: string) =>
  /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(name)
    ? withoutDirectionMarks(name)
    : project.files.nameless;

/** A file's name, isolated so that its writing direction does not affect the text around it. It breaks between its words. */
export const FileName = ({ name }: { readonly name: string }) => (
  <bdi>
    <Breakable text={fileNameOf(name)} />
  </bdi>
);
