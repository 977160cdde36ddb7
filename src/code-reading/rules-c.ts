import type { Node } from 'web-tree-sitter';
import {
  childOf,
  createMask,
  type DeclarationMatch,
  type DeclarationRule,
  declarationOf,
  fieldOf,
  type LanguageRules,
  type NodeContext,
  namedRule,
} from './rule.ts';

const NAMES = [
  'destructor_name',
  'field_identifier',
  'identifier',
  'operator_cast',
  'operator_name',
  'qualified_identifier',
  'template_function',
  'type_identifier',
];
const POINTERS = ['pointer_declarator', 'reference_declarator', 'array_declarator'];
const RECORDS = { class_specifier: 'class', struct_specifier: 'struct', union_specifier: 'union' } as const;

/** `class API Widget : Base {` reads as a function to the grammar, which does not know that `API` is a macro. */
const EXPORT_MACRO =
  /(?<=\b(?:class|struct)[ \t]+)[A-Z][A-Z0-9_]+(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*[:{][^:])/g;
const KERNEL_MACRO =
  /\b__(?:init|exit|user|iomem|percpu|rcu|force|must_check|always_inline|maybe_unused|weak|packed)\b/g;
const QT_MACRO = /\bQ_(?:OBJECT|GADGET)\b/g;

export const C: LanguageRules = {
  byType: {
    function_definition: definition,
    declaration,
    struct_specifier: record,
    union_specifier: record,
    enum_specifier: record,
    type_definition: typeDefinition,
    preproc_function_def: namedRule('macro'),
  },
  prepare: createMask(KERNEL_MACRO),
  hasConditionals: true,
};

export const CPP: LanguageRules = {
  byType: {
    ...C.byType,
    class_specifier: record,
    field_declaration: declaration,
    alias_declaration: namedRule('type'),
    concept_definition: namedRule('type'),
    namespace_definition: namedRule('namespace'),
  },
  prepare: createMask(EXPORT_MACRO, KERNEL_MACRO, QT_MACRO),
  goingOn: /^[ \t}]*(?:catch|else)\b/gm,
  hasConditionals: true,
};

interface DeclaredName {
  readonly name: string;
  /** False for a variable, a pointer to a function too. */
  readonly isFunction: boolean;
  /** `Widget::draw` */
  readonly isQualified: boolean;
}

/** Follows a declarator to the name that it wraps. */
function declaredBy(declarator: Node | undefined): DeclaredName | undefined {
  let isFunction = false;
  let node = declarator;
  while (node !== undefined && !NAMES.includes(node.type)) {
    if (node.type === 'function_declarator') isFunction = true;
    if (POINTERS.includes(node.type)) isFunction = false;
    node = fieldOf(node, 'declarator') ?? node.namedChildren.findLast((child) => child !== null) ?? undefined;
  }
  if (node === undefined) return undefined;
  const isCast = innermost(node).type === 'operator_cast';
  return {
    name: plainName(node),
    isFunction: isFunction || isCast,
    isQualified: node.type === 'qualified_identifier',
  };
}

/** Returns `push` for `geo::Stack<T>::push`. */
function innermost(node: Node): Node {
  const inner =
    node.type === 'qualified_identifier' || node.type.startsWith('template_')
      ? fieldOf(node, 'name')
      : undefined;
  return inner === undefined ? node : innermost(inner);
}

function plainName(node: Node): string {
  const inner = innermost(node);
  if (inner.type === 'operator_cast') return `operator ${fieldOf(inner, 'type')?.text ?? ''}`;
  return inner.text.replace(/\s+/g, ' ');
}

function functionFound(declared: DeclaredName, place: NodeContext): DeclarationMatch | undefined {
  return declarationOf(place === 'type' || declared.isQualified ? 'method' : 'function', declared.name);
}

function definition(node: Node, place: NodeContext): DeclarationMatch | undefined {
  const declared = declaredBy(fieldOf(node, 'declarator'));
  return declared?.isFunction ? functionFound(declared, place) : undefined;
}

/** In statements `Widget w(a);` is a variable, though it reads like a function. */
function declaration(node: Node, place: NodeContext): DeclarationMatch | undefined {
  const declarator = fieldOf(node, 'declarator');
  if (declarator?.type === 'init_declarator') {
    if (fieldOf(declarator, 'value')?.type !== 'lambda_expression') return undefined;
    return declarationOf('function', declaredBy(fieldOf(declarator, 'declarator'))?.name);
  }
  const declared = place === 'code' ? undefined : declaredBy(declarator);
  return declared?.isFunction ? functionFound(declared, place) : undefined;
}

function recordKind(node: Node): 'class' | 'struct' | 'union' | 'enum' {
  return node.type in RECORDS ? RECORDS[node.type as keyof typeof RECORDS] : 'enum';
}

/** Only where its members stand; elsewhere it is a use of the type. */
function record(node: Node): DeclarationMatch | undefined {
  const name = fieldOf(node, 'name');
  if (name === undefined || fieldOf(node, 'body') === undefined) return undefined;
  const around = node.parent;
  const isRepeated =
    around?.type === 'type_definition' && declaredBy(fieldOf(around, 'declarator'))?.name === name.text;
  return isRepeated ? undefined : declarationOf(recordKind(node), plainName(name));
}

function typeDefinition(...[node]: Parameters<DeclarationRule>): DeclarationMatch | undefined {
  const name = declaredBy(fieldOf(node, 'declarator'))?.name;
  const type = fieldOf(node, 'type');
  const isRecord =
    type !== undefined && childOf(node, type.type) !== undefined && fieldOf(type, 'body') !== undefined;
  return declarationOf(isRecord ? recordKind(type) : 'type', name);
}
