import { cutText, overflowsAt } from './harness/accessibility.ts';
import { test as asClient } from './harness/client.ts';
import { content } from './harness/content.ts';
import { expect, test as asTeam } from './harness/desk.ts';

// Text is twice as large because a visitor has set their browser so: what fits beside each other depends on that, too.
for (const test of [asClient, asTeam])
  test.use({
    launchOptions: [
      async ({ launchOptions }, use) => {
        const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
        await use({ ...launchOptions, args });
      },
      { scope: 'worker' },
    ],
  });
