import type { Node } from 'web-tree-sitter';
import {
  childOf,
  createMask,
  type DeclarationMatch,
  declarationOf,
  fieldOf,
  inOrder,
  type LanguageRules,
  type NodeContext,
  namedRule,
  nameOf,
  wholeStatement,
} from './rule.ts';

const FUNCTIONS = ['arrow_function', 'function_expression', 'function', 'generator_function'];
/** They hand on the value that they hold. */
const WRAPPERS = ['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression'];
/** Calls that return the function they are given, in another coat. */
const COATS = /(?:^|\.)(?:memo|forwardRef|useCallback|useEffectEvent|observer|debounce|throttle|cache|once)$/;
/** They give a name to the value in them. */
const NAMING = [
  'variable_declarator',
  'assignment_expression',
  'pair',
  'public_field_definition',
  'field_definition',
  'export_statement',
];

/** Nodes whose content is a result. */
const GIVING_BACK = ['return_statement', 'arrow_function'];

const ACCESSOR = /\baccessor(?=[ \t]+[#\w$]+[ \t]*[=;:?!])/g;

export const JAVASCRIPT: LanguageRules = {
  byType: {
    function_declaration: declared('function'),
    generator_function_declaration: declared('function'),
    class_declaration: declared('class'),
    function_expression: expression('function'),
    function: expression('function'),
    generator_function: expression('function'),
    class: expression('class'),
    method_definition: member,
    field_definition: fieldMember,
    variable_declarator: variable,
    assignment_expression: assignment,
    pair,
    export_statement: defaultExport,
  },
  bodies: ['class_body', 'object'],
  prepare: createMask(ACCESSOR),
};

export const TYPESCRIPT: LanguageRules = {
  byType: {
    ...JAVASCRIPT.byType,
    abstract_class_declaration: declared('class'),
    function_signature: declared('function'),
    interface_declaration: namedRule('interface'),
    type_alias_declaration: namedRule('type'),
    enum_declaration: namedRule('enum'),
    method_signature: member,
    abstract_method_signature: member,
    public_field_definition: fieldMember,
    internal_module: module,
    module,
    ambient_declaration: globalModule,
  },
  bodies: ['class_body', 'object', 'interface_body'],
  prepare: inOrder(
    // As a type the grammar does not know `import('x').Y`; as a name it is right everywhere.
    (text) => text.replace(/\bimport\((?:'[^'\n]*'|"[^"\n]*")\)/g, (all) => '_'.repeat(all.length)),
    createMask(ACCESSOR, /\btype(?=\s*\*)(?<=\bexport\s+type)/g),
  ),
};

function declared(kind: 'function' | 'class') {
  return (node: Node): DeclarationMatch | undefined =>
    declarationOf(kind, nameOf(node) ?? (node.parent?.type === 'export_statement' ? 'default' : undefined));
}

/** A function or class in an expression counts by its own name where nothing else names it. */
function expression(kind: 'function' | 'class') {
  return (node: Node): DeclarationMatch | undefined =>
    isNamedOutside(node) ? undefined : declarationOf(kind, nameOf(node));
}

function isNamedOutside(node: Node): boolean {
  let above = node.parent;
  while (above !== null && (WRAPPERS.includes(above.type) || above.type === 'arguments' || isCoat(above))) {
    above = above.parent;
  }
  return above !== null && NAMING.includes(above.type) && !holdsError(above);
}

/** Nodes after an error may belong to something else. */
function holdsError(node: Node): boolean {
  return childOf(node, 'ERROR') !== undefined;
}

function isCoat(node: Node): boolean {
  return node.type === 'call_expression' && COATS.test(fieldOf(node, 'function')?.text ?? '');
}

/** The own name of a function or class in an expression. */
function ownName(value: Node | undefined): string | undefined {
  if (value === undefined) return undefined;
  const coated = isCoat(value) ? fieldOf(value, 'arguments') : undefined;
  const inner = WRAPPERS.includes(value.type) ? value : coated;
  return inner === undefined ? nameOf(value) : ownName(inner.namedChildren[0] ?? undefined);
}

/** Kind of a value, without its wrappers. */
function valueKind(value: Node | undefined): 'function' | 'class' | undefined {
  if (value === undefined) return undefined;
  if (FUNCTIONS.includes(value.type)) return 'function';
  if (value.type === 'class') return 'class';
  if (WRAPPERS.includes(value.type)) return valueKind(value.namedChildren[0] ?? undefined);
  return isCoat(value) ? valueKind(fieldOf(value, 'arguments')?.namedChildren[0] ?? undefined) : undefined;
}

function keyOf(key: Node | undefined): string | undefined {
  return key?.type === 'string' ? key.text.slice(1, -1) : key?.text;
}

function member(node: Node): DeclarationMatch | undefined {
  return declarationOf('method', keyOf(fieldOf(node, 'name')));
}

function fieldMember(node: Node): DeclarationMatch | undefined {
  const kind = valueKind(fieldOf(node, 'value'));
  const key = keyOf(fieldOf(node, 'name') ?? fieldOf(node, 'property'));
  return kind && declarationOf(kind === 'function' ? 'method' : kind, key);
}

function variable(node: Node): DeclarationMatch | undefined {
  const name = fieldOf(node, 'name');
  const kind = valueKind(fieldOf(node, 'value'));
  return kind && name?.type === 'identifier' && !holdsError(node)
    ? declarationOf(kind, name.text, wholeStatement(node))
    : undefined;
}

/** `exports.load = …`, `Queue.prototype.push = …`, `later = …`. */
function assignment(node: Node): DeclarationMatch | undefined {
  const kind = valueKind(fieldOf(node, 'right'));
  const left = fieldOf(node, 'left');
  if (kind === undefined || left === undefined) return undefined;
  const whole = node.parent?.type === 'expression_statement' ? node.parent : node;
  if (left.type === 'identifier') return declarationOf(kind, left.text, whole);
  if (left.type !== 'member_expression') return undefined;
  if (left.text === 'module.exports')
    return declarationOf(kind, ownName(fieldOf(node, 'right')) ?? 'module.exports', whole);
  const isOfPrototype = fieldOf(left, 'object')?.text.endsWith('.prototype') === true;
  return declarationOf(isOfPrototype ? 'method' : kind, fieldOf(left, 'property')?.text, whole);
}

/** A function in an object counts if the object has a name or is returned, not if it is an argument. */
function pair(node: Node, _place: NodeContext): DeclarationMatch | undefined {
  const kind = valueKind(fieldOf(node, 'value'));
  if (kind === undefined || !isInKeptObject(node)) return undefined;
  return declarationOf(kind === 'function' ? 'method' : kind, keyOf(fieldOf(node, 'key')));
}

function isInKeptObject(node: Node): boolean {
  let above = node.parent;
  while (above !== null && (['object', 'pair'].includes(above.type) || WRAPPERS.includes(above.type))) {
    above = above.parent;
  }
  return above !== null && [...NAMING, ...GIVING_BACK].includes(above.type);
}

function defaultExport(node: Node): DeclarationMatch | undefined {
  const value = fieldOf(node, 'value');
  const kind = valueKind(value);
  return kind && declarationOf(kind, ownName(value) ?? 'default');
}

function module(node: Node): DeclarationMatch | undefined {
  const name = fieldOf(node, 'name');
  return declarationOf(name?.type === 'string' ? 'module' : 'namespace', keyOf(name));
}

function globalModule(node: Node): DeclarationMatch | undefined {
  return childOf(node, 'global') && declarationOf('module', 'global');
}
