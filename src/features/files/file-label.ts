import { sql } from 'drizzle-orm';
import project from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { fileNameOf } from './file-name.tsx';

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
