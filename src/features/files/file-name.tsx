import project from '#content/project.yaml';
import { withoutDirectionMarks, fill } from '#src/platform/fill.ts';
import { Breakable } from '#src/ui/breakable.tsx';
import { sql } from 'drizzle-orm';

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

const sameName = sql`from files as same where same.project_id = "files"."project_id" and same.name = "files"."name"`;

/** How many files of its project bear a file's name. A column for a query on `files`. */
export const uploadCount = sql<number>`(select count(*) ${sameName})`.mapWith(Number);

/** Which of the files of this name it is, by upload, from 1. A column for a query on `files`. */
export const uploadNumber = sql<number>`(
  select count(*) ${sameName} and (same.uploaded_at, same.id) <= ("files"."uploaded_at", "files"."id")
)`.mapWith(Number);

export type LabelledFile = {
  readonly name: string;
  readonly uploadNumber: number;
  readonly uploadCount: number;
};

/** A file's name; where several of its project bear it, with the number of the upload. */
export const fileLabelOf = (file: LabelledFile): string =>
  file.uploadCount > 1
    ? fill(project.files.oneOfSeveral, { file: fileNameOf(file.name), number: String(file.uploadNumber) })
    : fileNameOf(file.name);
