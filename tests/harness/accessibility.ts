import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const engineSource = readFileSync(require.resolve('accessibility-checker-engine/ace.js'), 'utf8');

interface EngineIssue {
  readonly ruleId: string;
  readonly message: string;
  readonly snippet: string;
  readonly value: readonly [string, string];
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it is now, without the rules named. */
export async function axeViolations(page: Page, withoutRules: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).disableRules(withoutRules).analyze();
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`));
}

/** What IBM's engine calls a violation on the page as it is now. */
async function ibmViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(engineSource);
  const issues = await page.evaluate(async () => {
    interface Engine {
      Checker: new () => { check(node: Document, sets: string[]): Promise<{ results: EngineIssue[] }> };
    }
    const { ace } = globalThis as unknown as { ace: Engine };
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2']);
    return results.filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL');
  });
  return issues.map((issue) => `${issue.ruleId}: ${issue.message} ${issue.snippet.slice(0, 160)}`);
}

/** Fails unless axe finds nothing and IBM's engine finds no violation on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect({ axe: await axeViolations(page), ibm: await ibmViolations(page) }).toEqual({ axe: [], ibm: [] });
}
