import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sbomOf, type Lock } from './sbom-of.ts';

/** `npm run sbom [-- <file>]`: what this product is made of, as a CycloneDX file, from package-lock.json alone. */
const root = join(import.meta.dirname, '..');
const path = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'));

const sbom = sbomOf(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock);
await writeFile(path, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${sbom.components.length} components: ${path}`);
