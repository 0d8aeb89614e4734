import { publicRoutes } from '../harness/routes.ts';
import { expect, test } from '../harness/test.ts';

/** Width and height of a PNG, from its first chunk. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('names an existing social picture of its own figure on every page', async ({ request }) => {
  const pictures = new Set<string>();
  for (const path of publicRoutes) {
    const html = await (await request.get(path)).text();
    const address = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const { pathname } = new URL(address);
    const answer = await request.get(pathname);
    expect(answer.headers()['content-type'], path).toBe('image/png');
    expect(sizeOf(await answer.body()), path).toEqual([1200, 630]);
    pictures.add(pathname);
  }
  expect(pictures.size).toBe(publicRoutes.length);
});

test('has the icons of pages and manifest in their sizes', async ({ request }) => {
  const manifest: unknown = await (await request.get('/site.webmanifest')).json();
  const { icons } = manifest as { icons: { src: string; sizes: string }[] };
  expect(icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const answer = await request.get(src);
    expect(sizeOf(await answer.body()).join('x'), src).toBe(sizes);
  }
  for (const src of ['/favicon.ico', '/favicon.svg'])
    expect((await request.get(src)).status(), src).toBe(200);
});
