import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A browser driven without Playwright: the minimum to open a page, act as a visitor, and read the page. */
export interface ForeignBrowser {
  readonly name: string;
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>;
  /**
   * Runs a function in the page; it only has access to its arguments, and both they and its result must be plain data.
   */
  evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Input events as from the operating system, in the format of WebDriver's "Perform Actions". */
  perform(actions: readonly object[]): Promise<void>;
  /** Sets the size of the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the window's content. */
  picture(): Promise<Buffer>;
  /** Errors and warnings of the pages since the start. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type Started = { ok: true; browser: ForeignBrowser } | { ok: false; reason: string };

/** Returns the first of these programs on the PATH, or of these absolute paths. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/** Returns an expression that runs a function in a page and resolves with its result as JSON. */
export const expressionOf = (run: (...args: never[]) => unknown, args: readonly unknown[]) =>
  `(async () => JSON.stringify((await (${String(run)})(...${JSON.stringify(args)})) ?? null))()`;

const keyCodes: Record<string, string> = {
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  Enter: '\uE007',
};

/** Presses and releases a key, named as in `event.key`. */
export async function pressKey(browser: ForeignBrowser, key: string): Promise<void> {
  const value = keyCodes[key] ?? key;
  await browser.perform([
    {
      type: 'key',
      id: 'keyboard',
      actions: [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ],
    },
  ]);
}

/**
 * Presses and releases the mouse over the middle of the first element with this selector and text, once it has stopped
 * moving.
 */
export async function clickOn(browser: ForeignBrowser, selector: string, text = ''): Promise<void> {
  const [x, y] = await browser.evaluate(
    async (within: string, words: string) => {
      const elements = [...document.querySelectorAll(within)];
      const element = elements.find((candidate) => candidate.textContent.trim().startsWith(words));
      if (!element) throw new Error(`nothing is ${within} "${words}"`);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const middleOf = () => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [Math.round(left + width / 2), Math.round(top + height / 2)] as const;
      };
      // A moving element would be missed: the press is a separate, later command.
      let middle = middleOf();
      for (let resting = 0, frames = 0; resting < 3 && frames < 120; frames += 1) {
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        const now = middleOf();
        const isHit = element.contains(document.elementFromPoint(...now));
        resting = isHit && now.join() === middle.join() ? resting + 1 : 0;
        middle = now;
      }
      return middle;
    },
    selector,
    text,
  );
  await browser.perform([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}
