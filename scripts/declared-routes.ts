import type { AstroIntegration } from 'astro';

type Route = { readonly pattern: string; readonly isPrerendered: boolean; readonly origin: string };

/** Returns the mismatches between the routes rendered on request and the access policy, one sentence each. */
export function routeProblems(routes: readonly Route[], declared: readonly string[]): string[] {
  // Astro's own routes (404, 500, its endpoints) contain no personal data.
  const rendered = routes
    .filter(({ isPrerendered, origin }) => !isPrerendered && origin === 'project')
    .map(({ pattern }) => pattern);
  return [
    ...rendered
      .filter((pattern) => !declared.includes(pattern))
      .map((pattern) => `${pattern} is rendered for anyone: it has no entry in the access policy.`),
    ...declared
      .filter((pattern) => !rendered.includes(pattern))
      .map((pattern) => `${pattern} has a line in the access policy, but no page is rendered there.`),
  ];
}

/** Fails the build if a route has not declared who may request it; in development it only reports that. */
export function declaredRoutes(policy: Readonly<Record<string, unknown>>): AstroIntegration {
  let isBuild = false;
  return {
    name: 'declared-routes',
    hooks: {
      'astro:config:setup': ({ command }) => {
        isBuild = command === 'build';
      },
      'astro:routes:resolved': ({ routes, logger }) => {
        const problems = routeProblems(routes, Object.keys(policy));
        if (problems.length === 0) return;
        const text = [...problems, 'See src/features/accounts/access/access-policy.ts.'].join('\n');
        if (isBuild) throw new Error(text);
        logger.error(text);
      },
    },
  };
}
