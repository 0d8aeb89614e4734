import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { formatText, lengthText } from '#src/features/files/measurements/measurement-text.ts';
import type { Db } from '#src/platform/database/database.ts';
import { finalsOf } from './finals.ts';
import { findReports } from './find-report.ts';

/**
 * Returns the final files of a delivered project with their formats, each with its format and length as text, '' until
 * it is measured; null if it is not delivered or has none.
 */
export async function findDelivered(
  db: Db,
  project: { readonly id: string; readonly status: string; readonly deliveredAt: Date | null },
  files: readonly ProjectFile[],
) {
  const finals = project.status === 'delivered' ? finalsOf(files) : [];
  if (finals.length === 0) return null;
  const all = finals.flatMap(({ file, formats }) => [file, ...formats]);
  const reports = await findReports(
    db,
    all.map(({ id }) => id),
  );
  const factsOf = (file: ProjectFile) => {
    const measures = reports.get(file.id)?.measurement.measures;
    return {
      file,
      format: measures ? formatText(measures.format) : '',
      length: measures ? lengthText(measures.frames, measures.format.rateHz) : '',
    };
  };
  return {
    projectId: project.id,
    deliveredAt: project.deliveredAt,
    finals: finals.map(({ file, formats }) => ({ ...factsOf(file), formats: formats.map(factsOf) })),
  };
}

export type Delivered = NonNullable<Awaited<ReturnType<typeof findDelivered>>>;
