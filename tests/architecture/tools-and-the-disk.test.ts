import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from './read-source.ts';

const SRC = path.resolve(import.meta.dirname, '../../src');

/** Modules with which a file is reached, or a program that reaches it, past the path guard and the policy. */
const PAST_THE_GUARD = /^(?:node:)?(?:fs|child_process|worker_threads|vm|sqlite|module|repl)(?:\/|$)/;

/** What may do so all the same, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'tools/checks/project-checks.ts':
    'lists the folders above a file that was edited, to find the settings of checks; no input of the model names them, and no content is read',
};

/** The folders of tools, and whatever file defines a tool. */
function isOfTools(file: string, text: string): boolean {
  return /^(?:tools|features\/[^/]+\/tools)\//.test(file) || text.includes('defineTool(');
}

test('tools reach files only through what they are handed, which guards paths', () => {
  const past = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(SRC, file), 'utf8');
      if (!isOfTools(file, text)) return false;
      return readSource(file, text).imports.some(({ specifier = 'fs' }) => PAST_THE_GUARD.test(specifier));
    });
  expect(
    past,
    'Take `workspace.files` or `workspace.guard` of the context. What needs more is supplied from below, or stands in ALLOWED with its reason.',
  ).toEqual(Object.keys(ALLOWED));
});
