import { movedTo, withQuery } from '#src/features/recordings/sheet/moved-report.ts';

export const prerender = false;

export const GET = movedTo((id, query) => withQuery(`/portal/files/${id}/report`, query));
