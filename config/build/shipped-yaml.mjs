/** What a start reads in place of the shipped settings. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DIST, ROOT, replaceFile } from './files.mjs';

/**
 * Parses the shipped settings, so that a start need not load the YAML parser (see src/core/yaml-trees.ts). Each
 * tree is named by the hash of its text: one that is older than its text is not found, and so never used.
 */
export async function parseShippedYaml() {
  const { parse } = await import('yaml');
  const folder = path.join(DIST, 'yaml');
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['access.yaml', 'agent.yaml', 'tool-commands.yaml']) {
    const text = readFileSync(path.join(ROOT, 'config', name), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    replaceFile(path.join(folder, `${hash}.json`), JSON.stringify(parse(text, { maxAliasCount: -1 })));
  }
}
