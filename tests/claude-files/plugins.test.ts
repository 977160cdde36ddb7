import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPlugins } from '../../src/claude-files/plugins.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';

let folder: TempFolder;
let workspace: string;
beforeEach(() => {
  folder = tempFolder('plugins');
  workspace = path.join(realpathSync(folder.path), 'shop');
  mkdirSync(workspace);
});
afterEach(() => folder.remove());

function make(...folders: readonly string[]): void {
  for (const one of folders) mkdirSync(path.join(workspace, one), { recursive: true });
}

function marketplace(content: unknown): void {
  make('.claude-plugin');
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path.join(workspace, '.claude-plugin/marketplace.json'), text);
}

const at = (plugin: string, place: string) => ({ plugin, folder: path.join(workspace, place) });
const listed = (name: string) => `.claude-plugin/marketplace.json: ${name}`;

describe('Discovery Module: where plugins are looked for', () => {
  test('marketplace.json exists: the paths of its "plugins" array, in its order', () => {
    make('plugins/iflow-dev', 'plugins/ignored', 'tools/lint');
    marketplace({
      plugins: [
        { name: 'lint', source: './tools/lint' },
        { name: 'iflow-dev', source: 'plugins/iflow-dev' },
        { name: 'whole', source: './' },
      ],
    });
    expect(findPlugins(workspace)).toEqual({
      found: [at('lint', 'tools/lint'), at('iflow-dev', 'plugins/iflow-dev'), at('whole', '')],
      skipped: [],
    });
  });

  test('marketplace.json does not exist: every folder of plugins/, by name', () => {
    make('plugins/b', 'plugins/a', 'plugins/.git');
    writeFileSync(path.join(workspace, 'plugins/README.md'), '');
    expect(findPlugins(workspace)).toEqual({
      found: [at('a', 'plugins/a'), at('b', 'plugins/b')],
      skipped: [],
    });
  });

  test('neither exists: none', () => {
    expect(findPlugins(workspace)).toEqual({ found: [], skipped: [] });
  });

  test.each([
    ['no JSON', '{', 'marketplace'],
    ['no list', { plugins: {} }, 'marketplace'],
    ['300 kB', `{"plugins":[]}${' '.repeat(300 * 1024)}`, 'too-large'],
    ['no text', '\0', 'not-text'],
  ])('a marketplace.json that is %s is told, and plugins/ counts', (_, content, why) => {
    make('plugins/a');
    marketplace(content);
    expect(findPlugins(workspace)).toEqual({
      found: [at('a', 'plugins/a')],
      skipped: [{ file: '.claude-plugin/marketplace.json', why, detail: '' }],
    });
  });
});

describe('what is no plugin is passed over, and the others stay', () => {
  test.each([
    ['a source above the workspace', { name: 'x', source: '../other' }, 'x', 'plugin-source'],
    ['an absolute source', { name: 'x', source: '/etc' }, 'x', 'plugin-source'],
    ['a link that leads out', { name: 'x', source: './out' }, 'x', 'plugin-source'],
    ['a folder that is not there', { name: 'x', source: './nowhere' }, 'x', 'plugin-folder'],
    ['a file', { name: 'x', source: './file' }, 'x', 'plugin-folder'],
    ['a name with a colon', { name: 'a:b', source: './good' }, 'a:b', 'plugin-name'],
    ['the name of our own specialists', { name: 'Wasap', source: './good' }, 'Wasap', 'plugin-reserved'],
    ['a name that is taken', { name: 'good', source: './good' }, 'good', 'taken'],
  ])('%s', (_, entry, name, why) => {
    make('good', '../other');
    writeFileSync(path.join(workspace, 'file'), '');
    symlinkSync('../other', path.join(workspace, 'out'));
    marketplace({ plugins: [{ name: 'good', source: './good' }, entry] });
    expect(findPlugins(workspace)).toEqual({
      found: [at('good', 'good')],
      skipped: [{ file: listed(name), why, detail: '' }],
    });
  });

  test('an entry from elsewhere, which is no text', () => {
    marketplace({ plugins: [{ name: 'x', source: { source: 'github', repo: 'a/b' } }] });
    expect(findPlugins(workspace).skipped).toEqual([
      { file: '.claude-plugin/marketplace.json', why: 'marketplace', detail: '' },
    ]);
  });

  test('a link in plugins/ counts by where it leads', () => {
    make('plugins', 'inside', '../other');
    symlinkSync('../inside', path.join(workspace, 'plugins/a'));
    symlinkSync('../../other', path.join(workspace, 'plugins/b'));
    expect(findPlugins(workspace)).toEqual({
      found: [at('a', 'inside')],
      skipped: [{ file: 'plugins/b', why: 'plugin-source', detail: '' }],
    });
  });

  test('a pipe in place of the file is not waited for', () => {
    make('.claude-plugin');
    execFileSync('mkfifo', [path.join(workspace, '.claude-plugin/marketplace.json')]);
    expect(findPlugins(workspace)).toEqual({
      found: [],
      skipped: [{ file: '.claude-plugin/marketplace.json', why: 'not-a-file', detail: '' }],
    });
  });

  test('of 5,000 entries a hundred are looked at', () => {
    make('a');
    const plugins = Array.from({ length: 5000 }, (_, at) => ({ name: `p${at}`, source: './a' }));
    marketplace({ plugins });
    const { found, skipped } = findPlugins(workspace);
    expect([found.length, skipped]).toEqual([
      100,
      [{ file: '.claude-plugin/marketplace.json', why: 'too-many', detail: '4900' }],
    ]);
  });
});
