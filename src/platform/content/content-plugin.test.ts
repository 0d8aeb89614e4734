import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { contentPlugin } from './content-plugin.ts';

const schemas = { labs: z.strictObject({ title: z.string() }) };

/** Loads `content/<fileName>` holding `text` through the plugin, from a directory of its own. */
async function load(fileName: string, text: string) {
  const directory = join(makeTestFolder(), 'content');
  await mkdir(directory);
  const file = join(directory, fileName);
  await writeFile(file, text);
  const watched: string[] = [];
  const plugin = contentPlugin(schemas, directory);
  const result = await plugin.load.call({ addWatchFile: (id) => watched.push(id) }, `${file}?v=1`);
  return { result, watched, file };
}

test('a content file becomes a module with its content as default export and its parts by name', async () => {
  const { result, watched, file } = await load('labs.yaml', 'title: Labs\n');
  const module: object = await import(`data:text/javascript,${encodeURIComponent(result?.code ?? '')}`);
  expect({ ...module }).toEqual({ title: 'Labs', default: { title: 'Labs' } });
  expect(watched).toEqual([file]);
});

test('omits a placeholder text', async () => {
  const texts = ['title: "[Name of the lab]"\n', 'title: Labs\n'];
  const loaded = await Promise.all(texts.map((text) => load('labs.yaml', text)));
  expect(loaded.map(({ result }) => result?.code.split('\n')[0])).toEqual([
    'const part0 = "";',
    'const part0 = "Labs";',
  ]);
});

test('a broken content file fails the build with its name and line', async () => {
  await expect(load('labs.yaml', '# Labs\ntitle: 4\n')).rejects.toThrow(/^content\/labs\.yaml:2: title: /);
});

test('a content file without a schema is refused', async () => {
  await expect(load('other.yaml', 'title: x\n')).rejects.toThrow(
    'content/other.yaml: no schema named "other"',
  );
});

test('ignores other modules', async () => {
  expect((await load('labs.ts', 'export const a = 1;\n')).result).toBeNull();
});
