import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

const paths = ['/', '/post', '/sign-in', '/desk', '/portal', '/forms/contact', '/cymatics', '/unknown'];

/**
 * Returns the evaluator's findings of high or medium severity, certain or possible, in the policies of all kinds of
 * pages.
 */
export async function findInPolicies(address: string): Promise<string[]> {
  const findings: string[] = [];
  const policies = new Set<string>();
  for (const path of paths) {
    const { status, headers } = await fetch(new URL(path, address));
    const policy = headers.get('content-security-policy');
    if (policy === null) findings.push(`${path} was answered ${status} without a policy`);
    else policies.add(policy);
  }
  for (const policy of policies)
    for (const { severity, directive, description } of new CspEvaluator(new CspParser(policy).csp).evaluate())
      if (severity <= Severity.HIGH_MAYBE) findings.push(`${directive}: ${description}`);
  return findings;
}
