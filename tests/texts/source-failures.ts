import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, type Node, visit } from '../architecture/read-source.ts';

/** One sentence of a `Failure`, as it is written in the source. */
export interface SourceFailure {
  /** Relative to `src/`. */
  readonly file: string;
  /** With `‹name›` for what is only known when it happens. */
  readonly sentence: string;
}

/**
 * Sentences of the `Failure`s under a folder, in the order of the files. Those that come from the catalogue, or are
 * built elsewhere, are not in it.
 */
export function sourceFailures(root: string): readonly SourceFailure[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...new Set(sentencesIn(file, text))].map((sentence) => ({ file, sentence }));
    });
}

function sentencesIn(file: string, text: string): readonly string[] {
  const { program } = parseSync(file, text);
  const values = constantsIn(program);
  const found: string[] = [];
  visit(program, (node) => {
    const told = messageOf(node);
    if (told !== undefined) found.push(...readings(told, values));
  });
  return found.filter((sentence) => /\w+ \w+/.test(sentence.replace(/‹[^›]*›/g, '')));
}

/** The sentence of `new Failure(kind, sentence)`, and what `says` returns in a table of them. */
function messageOf(node: Node): unknown {
  const { type, callee, arguments: given, key, value } = node;
  if (type === 'NewExpression' && nameIn(callee) === 'Failure' && Array.isArray(given)) return given[1];
  if (type !== 'Property' || nameIn(key) !== 'says' || !isNode(value)) return undefined;
  return value.type === 'ArrowFunctionExpression' ? value.body : undefined;
}

type Constants = ReadonlyMap<string, Node>;

/** What a name stands for, wherever in the file it is declared. */
function constantsIn(program: unknown): Constants {
  const values = new Map<string, Node>();
  visit(program, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && isNode(id) && typeof id.name === 'string' && isNode(init))
      values.set(id.name, init);
  });
  return values;
}

/** All that an expression can come to; empty for what is not written here. */
function readings(node: unknown, values: Constants): readonly string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [templateText(node, values)];
    case 'ConditionalExpression':
      return [...readings(node.consequent, values), ...readings(node.alternate, values)];
    case 'Identifier':
      return readings(values.get(String(node.name)), values);
    default:
      return [];
  }
}

function templateText({ quasis, expressions }: Node, values: Constants): string {
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return '';
  return quasis
    .map((quasi, at) => {
      const text = isNode(quasi) && isCooked(quasi.value) ? quasi.value.cooked : '';
      return at < expressions.length ? text + placeholder(expressions[at], values) : text;
    })
    .join('');
}

function isCooked(value: unknown): value is { readonly cooked: string } {
  return typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string';
}

/** The value of a constant such as `MAX_LENGTH` or `FORMS`; else the name of what is put there. */
function placeholder(node: unknown, values: Constants): string {
  const name = nameIn(node);
  const known = /^[A-Z][A-Z_]*$/.test(name) ? values.get(name) : undefined;
  if (known?.type === 'Literal') return String(known.value);
  if (known?.type === 'TemplateLiteral') return templateText(known, values);
  return `‹${name}›`;
}

/** `path` of `path`, `error.path`, `quoted(path)` and `path ?? ''`. */
function nameIn(node: unknown): string {
  if (!isNode(node)) return '';
  const { type, name, property, callee, arguments: given, left, expression } = node;
  if (typeof name === 'string') return name;
  switch (type) {
    case 'MemberExpression':
      return nameIn(property);
    case 'CallExpression': {
      const [first] = Array.isArray(given) ? given : [];
      const argument = nameIn(first);
      if (argument !== '') return argument;
      return isNode(callee) && callee.type === 'MemberExpression' ? nameIn(callee.object) : nameIn(callee);
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return nameIn(left);
    case 'ConditionalExpression':
      return nameIn(node.consequent) || nameIn(node.alternate) || 'detail';
    case 'AwaitExpression':
      return nameIn(node.argument);
    default:
      return nameIn(expression) || 'detail';
  }
}
