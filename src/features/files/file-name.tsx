import project from '#content/project.yaml';
import { withoutDirectionMarks, fill } from '#src/platform/fill.ts';
import { Breakable } from '#src/ui/breakable.tsx';
import { sql } from 'drizzle-orm';

/** Returns a file's name without bidirectional control characters; a placeholder if it has no visible character. */
export const fileNameOf = (name: string) =>
  /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(name)
    ? withoutDirectionMarks(name)
    : project.files.nameless;

/**
 * Renders a file's name, isolated so that its writing direction does not affect the surrounding text. It breaks between
 * words.
 */
export const FileName = ({ name }: { readonly name: string }) => (
  <bdi>
    <Breakable text={fileNameOf(name)} />
  </bdi>
);

const sameName = sql`from files as same where same.project_id = "files"."project_id"
  and same.name = "files"."name" and same.folder = "files"."folder"`;

/** The number of files in a folder of the project with this name. A column for a query on `files`. */
export const uploadCount = sql<number>`(select count(*) ${sameName})`.mapWith(Number);

/** The position among files of this name by upload time, from 1. A column for a query on `files`. */
export const uploadNumber = sql<number>`(
  select count(*) ${sameName} and (same.uploaded_at, same.id) <= ("files"."uploaded_at", "files"."id")
)`.mapWith(Number);

export type LabelledFile = {
  readonly name: string;
  readonly uploadNumber: number;
  readonly uploadCount: number;
};

/** Renders a file's name, with the upload number if several files of the project share it. */
export const fileLabelOf = (file: LabelledFile): string =>
  file.uploadCount > 1
    ? fill(project.files.oneOfSeveral, { file: fileNameOf(file.name), number: String(file.uploadNumber) })
    : fileNameOf(file.name);
