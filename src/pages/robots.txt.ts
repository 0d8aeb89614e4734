import type { APIRoute } from 'astro';
import { robotsOf } from '#src/studio/site-files.ts';

export const GET: APIRoute = ({ site, url }) => new Response(robotsOf(site ?? url));
