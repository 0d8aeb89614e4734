import type { APIRoute } from 'astro';
import { findToday, mostOfKind } from '#src/desk/today/find-today.ts';
import { viewerOf } from '#src/desk/today/open-today.ts';

export const prerender = false;

/** Returns what is waiting, at most a hundred things of each kind, for the team member who asks. */
export const GET: APIRoute = async ({ locals }) => {
  const viewer = viewerOf(locals);
  if (!viewer) return new Response(null, { status: 404 });
  const groups = await findToday(locals.services.db, viewer, mostOfKind);
  return Response.json(
    groups.flatMap(({ of, rows }) =>
      rows.map((row) => {
        const { href, title } = of.lineOf(row, viewer.now);
        const { kind, item: id, since, isUnread: unread } = row;
        return { kind, id, title, since: since.toISOString(), href, unread };
      }),
    ),
  );
};
