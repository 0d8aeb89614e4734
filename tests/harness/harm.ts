import { withoutDirectionMarks } from '#src/platform/fill.ts';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** Malicious input: markup in every context, a formula, a template, a change of direction. */
export const harm = (field: string) =>
  `${field}"'><img src=x onerror="document.title='taken'"><script>document.title='taken'</script></textarea>` +
  `<svg onload="document.title='taken'"> =1+1 {{7*7}} \${7*7} \u202Eabc 🎹`;

/** The same as it is displayed as a file name: without a change of direction. */
export const harmInFileName = (field: string) => withoutDirectionMarks(harm(field));

const fileFields = ['file', 'reference', 'sent'];

/** Fails unless the page shows these as plain text; file names, and fields within sentences, without direction marks. */
export async function expectText(
  page: Page,
  path: string,
  fields: readonly string[],
  inSentences: readonly string[] = [],
): Promise<void> {
  await page.goto(path);
  const shown = await page.evaluate(() => {
    // Long names may break within a word.
    for (const wbr of document.querySelectorAll('wbr')) wbr.remove();
    document.body.normalize();
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all: string[] = [...typed, document.title];
    while (texts.nextNode()) all.push(texts.currentNode.textContent ?? '');
    return all.join('\n');
  });
  const unmarked = [...fileFields, ...inSentences];
  for (const field of [...fields, ...inSentences]) {
    const text = unmarked.includes(field) ? harmInFileName(field) : harm(field);
    expect(shown, `${field} on ${path}`).toContain(text);
  }
  expect(await page.title()).not.toBe('taken');
  expect(await page.locator('img[src="x"], svg[onload]').count(), path).toBe(0);
}

type Posted = { readonly next?: string; readonly status: number; readonly text: string };

/** Posts a form like a page that requests JSON. */
export async function act(
  request: APIRequestContext,
  address: string,
  form: Record<string, string>,
): Promise<Posted> {
  const answer = await request.post(address, { form, headers: { accept: 'application/json' } });
  const text = await answer.text();
  expect(answer.status(), `${address}: ${text}`).toBe(200);
  return { ...(JSON.parse(text) as { next?: string }), status: answer.status(), text };
}
