import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkFolder } from '../../scripts/builds.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';

stopServersAfterEachTest();

/** A separate checkout with the packages and pictures of this one: a build in it does not affect this `dist`. */
function copyCheckout(target: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  }).split('\0');
  for (const file of files.filter((name) => name !== '' && !/^(tests|docs|drills)\//.test(name))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(file, join(target, file));
  }
  cpSync('src/generated', join(target, 'src/generated'), { recursive: true });
  linkFolder('node_modules', join(target, 'node_modules'));
}

const article = `---
title: Bells under water
excerpt: What a bell says below the surface.
author: Ada Quay
sampleAuthor: false
date: 2026-11-12
category: Research
image: c4
colour: plate
---

## The bell

It rings for longer than one would think.
`;

test("builds with a studio's content outside of the checkout; names an error in it, and keeps running the existing build", async ({
  page,
}) => {
  const folder = dirname(newDataDir());
  const [checkout, own] = [join(folder, 'checkout'), join(folder, 'own')];
  copyCheckout(checkout);
  mkdirSync(join(own, 'articles'), { recursive: true });
  writeFileSync(join(own, 'site.yaml'), 'name: Quay Sound\n');
  writeFileSync(join(own, 'articles/bells-under-water.mdx'), article);
  writeFileSync(join(own, 'tokens.css'), ':root { --sig: teal; }\n');
  const env = { CONTENT_DIR: own, PORT: '0', DATA_DIR: join(folder, 'data') };
  const start = join(checkout, 'scripts/start.mjs');

  const build = startServer(env, [join(checkout, 'scripts/build.ts')]);
  expect(await build.exited, build.output()).toBe(0);
  const first = realpathSync(join(checkout, 'dist'));
  const server = startServer(env, [start, '--as-built']);
  const origin = /^Site\s+(\S+)$/m.exec(await server.says('Data '))?.[1] ?? '';

  await test.step('the pages show them, and all that the studio left as it was', async () => {
    await page.goto(origin);
    await expect(page).toHaveTitle(/Quay Sound/);
    const button = page.getByRole('link', { name: 'Start Your Audio Journey' });
    await expect(button).toHaveCSS('background-color', 'rgb(0, 128, 128)');
    // The name in the footer, which is longer than ours, is not cut.
    const name = page.getByRole('contentinfo').locator('svg text');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const { left, right } = await name.evaluate((text) => text.getBoundingClientRect());
      expect([left >= 0, right <= width], `${width} px`).toEqual([true, true]);
    }
    await page.goto(`${origin}blog`);
    await expect(page.getByRole('heading', { name: 'Bells under water' })).toBeVisible();
    await expect(page.locator('a[href^="/blog/"]').first()).toHaveAttribute(
      'href',
      '/blog/bells-under-water',
    );
    await page.goto(`${origin}blog/bells-under-water`);
    await expect(page.getByRole('heading', { name: 'The bell' })).toBeVisible();
    expect((await fetch(`${origin}blog/room-tone-is-a-performance`)).status).toBe(404);
    expect((await fetch(`${origin}terms`)).status).toBe(200);
  });

  await test.step('a mistake is refused with its file, its line and the reason', async () => {
    writeFileSync(join(own, 'site.yaml'), 'name: Quay Sound\nnmae: Quay\n');
    const refused = startServer(env, [join(checkout, 'scripts/build.ts')]);
    expect(await refused.exited).toBe(65);
    expect(refused.output()).toContain(`${own}/site.yaml:2: nmae: unknown field; is its name mistyped?`);
    expect(realpathSync(join(checkout, 'dist'))).toBe(first);
    expect((await fetch(`${origin}readyz`)).status).toBe(200);
  });

  await test.step('the build is not started for other words than it was made of', async () => {
    const other = startServer({ ...env, CONTENT_DIR: '' }, [start, '--as-built']);
    expect(await other.exited).toBe(1);
    expect(other.output()).toContain(
      `The last build was made with CONTENT_DIR ${own}, and here it is not set.`,
    );
  });

  server.process.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
