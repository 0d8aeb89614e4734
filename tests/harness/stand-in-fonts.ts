import type { Page } from '@playwright/test';

/** Reason for skipping the tests that depend on it. */
export const noStandIns = 'This machine has neither Arial, Helvetica nor Liberation.';

/**
 * Whether this machine has a font with the same widths as ours, used for pages until ours have loaded (`tokens.css`).
 */
export const hasStandIns = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const named = (...fonts: string[]) => fonts.map((font) => `local('${font}')`).join(', ');
    const families = [
      named('Arial', 'Liberation Sans', 'Helvetica'),
      named('Times New Roman', 'Liberation Serif', 'Times'),
    ];
    const loads = families.map((source) => new FontFace('stand-in', source).load());
    return (await Promise.allSettled(loads)).every(({ status }) => status === 'fulfilled');
  });
