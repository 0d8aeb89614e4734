import type { APIRoute } from 'astro';
import { chosenComparison } from '#src/features/review/compare/choose-versions.tsx';
import { findComparedFiles } from '#src/features/review/compare/find-compared-files.ts';
import { comparisonAddressOf } from '#src/features/review/compare/open-comparison.ts';

export const prerender = false;

/** Redirects to the comparison of two versions in the player of their project. */
export const GET: APIRoute = async ({
  locals: { session, services },
  params: { id, other },
  url,
  redirect,
}) => {
  if (!session) return new Response(null, { status: 404 });
  const chosen = chosenComparison([id, other], url.searchParams);
  if (chosen) return redirect(chosen, 303);
  const compared = await findComparedFiles(services, session.person, [id, other]);
  if (!compared) return new Response(null, { status: 404 });
  const same = url.searchParams.has('same') ? '&same=' : '';
  return redirect(`${comparisonAddressOf(session.person, compared)}${same}#player`, 303);
};
