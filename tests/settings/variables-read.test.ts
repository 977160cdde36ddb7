import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { variableNames, variableOf } from '../../src/settings/variables.ts';
import { isNode, type Node, visit } from '../architecture/read-source.ts';

const SRC = path.resolve(import.meta.dirname, '../../src');

/** Those with a place in agent.yaml are read there. */
const NAMES: readonly string[] = variableNames().filter((name) => variableOf(name).inFile === undefined);
const ANY_NAME = new RegExp(`\\b(?:${NAMES.join('|')})\\b`);

/** What is taken out of an object: `variables.NAME`, `const { NAME: name } = variables`. A text or a key reads nothing. */
function takenIn(file: string): readonly string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  if (!ANY_NAME.test(text)) return [];
  const taken: string[] = [];
  visit(parseSync(file, text).program, (node) => {
    const names = node.type === 'ObjectPattern' ? keysOf(node) : [node.property];
    if (node.type === 'ObjectPattern' || node.type === 'MemberExpression') taken.push(...names.map(nameOf));
  });
  return taken;
}

function keysOf({ properties }: Node): readonly unknown[] {
  return Array.isArray(properties)
    ? properties.map((property: { readonly key?: unknown }) => property.key)
    : [];
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

test('every variable that people read about is read by the program', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const taken = new Set(files.flatMap(takenIn));
  expect(
    NAMES.filter((name) => !taken.has(name)),
    'Read it in `ofVariables` or in src/settings/settings.ts, or take it out of src/settings/variables.ts.',
  ).toEqual([]);
});
