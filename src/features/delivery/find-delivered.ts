import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { formatText, lengthText } from '#src/features/files/measurements/measurement-text.ts';
import type { Db } from '#src/platform/database/database.ts';
import { finalsOf } from './finals.ts';
import { findReports } from './find-report.ts';

/**
 * Returns the final files of a delivered project with their formats and lengths as text, '' until they are measured;
 * null if it is not delivered or has none.
 */
export async function findDelivered(
  db: Db,
  project: { readonly id: string; readonly status: string; readonly deliveredAt: Date | null },
  files: readonly ProjectFile[],
) {
  const finals = project.status === 'delivered' ? finalsOf(files) : [];
  if (finals.length === 0) return null;
  const reports = await findReports(
    db,
    finals.map(({ id }) => id),
  );
  return {
    projectId: project.id,
    deliveredAt: project.deliveredAt,
    finals: finals.map((file) => {
      const measures = reports.get(file.id)?.measurement.measures;
      const format = measures ? formatText(measures.format) : '';
      return { file, format, length: measures ? lengthText(measures.frames, measures.format.rateHz) : '' };
    }),
  };
}

export type Delivered = NonNullable<Awaited<ReturnType<typeof findDelivered>>>;
