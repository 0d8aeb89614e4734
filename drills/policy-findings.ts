import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

const paths = ['/', '/post', '/sign-in', '/desk', '/portal', '/forms/contact', '/cymatics', '/unknown'];

/** What the evaluator finds in the policies of all kinds of pages that is of high or medium severity, also where that is only possible. */
export async function findInPolicies(address: string): Promise<string[]> {
  const policies = await Promise.all(
    paths.map(
      async (path) => (await fetch(new URL(path, address))).headers.get('content-security-policy') ?? '',
    ),
  );
  return [...new Set(policies)].flatMap((policy) =>
    policy === ''
      ? ['no policy']
      : new CspEvaluator(new CspParser(policy).csp)
          .evaluate()
          .filter(({ severity }) => severity <= Severity.HIGH_MAYBE)
          .map(({ directive, description }) => `${directive}: ${description}`),
  );
}
