import { validate } from 'uuid';
import { movedTo } from '#src/features/recordings/sheet/moved-report.ts';

export const prerender = false;

export const GET = movedTo((id, query) => {
  const other = query.get('with');
  return validate(other) ? `/portal/files/${id}/compare/${other ?? ''}` : null;
});
