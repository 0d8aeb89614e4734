import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const engineSource = readFileSync(require.resolve('accessibility-checker-engine/ace.js'), 'utf8');

interface EngineIssue {
  readonly ruleId: string;
  readonly message: string;
  readonly snippet: string;
  readonly value: readonly [string, string];
}

/** False in the default tier of tests, in which axe checks each state once. */
export const isThorough = process.env['TEST_TIER'] !== 'default';

/** The window widths at which axe checks a state, the one with the most content last. */
const everyWidth = [320, 390, 1440] as const;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that depend on colour: if only the colour scheme has changed, the results of the others stay the same. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Runs in the page once axe is loaded. Caches colours: axe computes an element's colour again for each element in front
 * of it, which takes a third of its time.
 */
function rememberColours(): void {
  interface Colour {
    r: number;
    g: number;
    b: number;
    alpha: number;
    parseString(text: string): Colour;
  }
  const { commons } = (globalThis as unknown as { axe: { commons: { color: { Color: new () => Colour } } } })
    .axe;
  const { prototype } = commons.color.Color;
  const parse = prototype.parseString;
  const known = new Map<string, { r: number; g: number; b: number; alpha: number }>();
  prototype.parseString = function (text: string) {
    const found = known.get(text);
    if (found) return Object.assign(this, found);
    const { r, g, b, alpha } = parse.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Adds an engine to the document, once: `name` is its global variable. */
async function inject(page: Page, name: 'axe' | 'ace', source: string): Promise<void> {
  if (await page.evaluate((global) => global in globalThis, name)) return;
  await page.evaluate(source);
  if (name === 'axe') await page.evaluate(rememberColours);
}

interface Asked {
  readonly withoutRules?: readonly string[];
  /** Only these rules. */
  readonly onlyRules?: readonly string[];
}

/** Returns axe's findings on the current page. Transitions are finished first. */
export async function axeViolations(
  page: Page,
  { withoutRules = [], onlyRules }: Asked = {},
): Promise<string[]> {
  await inject(page, 'axe', axeSource);
  const options = {
    runOnly: onlyRules
      ? { type: 'rule' as const, values: [...onlyRules] }
      : { type: 'tag' as const, values: tags },
    rules: Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations' as const],
  };
  return page.evaluate(async (given) => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    const engine = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await engine.run(document, given);
    /** A target covered by a fixed bar at the window's edge is still a target once it is scrolled into view. */
    const isCovered = async (target: unknown) => {
      const element = document.querySelector(String(target));
      const place = scrollY;
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const only = { runOnly: { type: 'rule' as const, values: ['target-size'] } };
      const again = element ? (await engine.run(element, only)).violations.length : 1;
      scrollTo({ top: place, behavior: 'instant' });
      return again === 0;
    };
    for (const violation of violations.filter(({ id }) => id === 'target-size')) {
      const small = [];
      for (const node of violation.nodes) if (!(await isCovered(node.target[0]))) small.push(node);
      violation.nodes = small;
    }
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, options);
}

/** Returns the violations that IBM's engine finds on the current page. */
export async function ibmViolations(page: Page): Promise<string[]> {
  await inject(page, 'ace', engineSource);
  const issues = await page.evaluate(async () => {
    interface Engine {
      Checker: new () => { check(node: Document, sets: string[]): Promise<{ results: EngineIssue[] }> };
    }
    const { ace } = globalThis as unknown as { ace: Engine };
    const { results } = await new ace.Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2']);
    return results.filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL');
  });
  // The rows of a file list are in several <details>, each a group with a name. A <fieldset> around them would name none
  // of these groups, and the engine does not end on it.
  const isGrouped = ({ ruleId, snippet }: EngineIssue) =>
    ruleId === 'input_checkboxes_grouped' && snippet.includes('name="file"');
  return issues
    .filter((issue) => !isGrouped(issue))
    .map((issue) => `${issue.ruleId}: ${issue.message} ${issue.snippet.slice(0, 160)}`);
}

/** Fails unless axe finds nothing and IBM's engine finds no violation on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  const ibm = isThorough ? await ibmViolations(page) : [];
  expect({ axe: await axeViolations(page), ibm }).toEqual({ axe: [], ibm: [] });
}

/**
 * Returns by how many pixels the page is wider than its window, once that is stable: content that follows the window's
 * size (a `ResizeObserver`, a style sheet that loads) changes the layout a frame later. Uses the browser's own frames,
 * also while the page's clock is stopped.
 */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      });
    const read = async () => {
      await frame();
      await frame();
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    };
    let before = await read();
    for (let now = await read(); now !== before; now = await read()) before = now;
    return before;
  });

/** Returns where the page is wider than its window at one of these widths; empty if it fits all. */
export async function overflowsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const pixels = await overflowOf(page);
    if (pixels > 0) found.push(`sticks out by ${pixels} px at ${width} px`);
  }
  return found;
}

const colourNames = ['color', 'background-color', 'background-image', 'text-shadow', 'opacity', 'fill'];

/** The colours of the whole page. */
const coloursOn = (page: Page): Promise<string> =>
  page.evaluate((names) => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    const elements = [...document.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      return names.map((name) => style.getPropertyValue(name));
    });
    return JSON.stringify(elements);
  }, colourNames);

/** Returns the schemes in which the page looks different from the ones before: public pages have only one. */
async function differingSchemes<Scheme extends 'light' | 'dark'>(
  page: Page,
  schemes: readonly Scheme[],
): Promise<Scheme[]> {
  const bySight = new Map<string, Scheme>();
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const colours = await coloursOn(page);
    if (!bySight.has(colours)) bySight.set(colours, colorScheme);
  }
  return [...bySight.values()];
}

/** How a state is checked. */
interface Looks {
  readonly widths?: readonly number[];
  readonly schemes?: readonly ('light' | 'dark')[];
}

/**
 * Fails unless the current page is accessible and no wider than its window, in every width and colour scheme. Resizes
 * the window and switches the scheme without reloading. Rules that do not depend on colour run in the first scheme
 * only, and IBM's engine runs once, at the last width and scheme.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  { widths = everyWidth, schemes = ['dark', 'light'] }: Looks = {},
): Promise<void> {
  if (!isThorough) {
    const sticking = await overflowsAt(page, widths);
    return expect([...sticking, ...(await axeViolations(page))], page.url()).toEqual([]);
  }
  const found: string[] = [];
  const differing = await differingSchemes(page, schemes);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of differing) {
      await page.emulateMedia({ colorScheme });
      const pixels = await overflowOf(page);
      const isFirst = colorScheme === differing[0];
      const seen = await axeViolations(page, isFirst ? {} : { onlyRules: colourRules });
      if (pixels > 0) seen.push(`sticks out by ${pixels} px`);
      found.push(...seen.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    }
  }
  expect([...found, ...(await ibmViolations(page))], page.url()).toEqual([]);
}
