import type { Node } from 'web-tree-sitter';
import type { OutlineKind } from '../contracts/code.ts';
import {
  childAfter,
  childOf,
  createMask,
  type DeclarationMatch,
  declarationOf,
  emptied,
  fieldOf,
  inOrder,
  type LanguageRules,
  type NodeContext,
  namedRule,
  nameOf,
  routine,
  routineKind,
} from './rule.ts';

export const JAVA: LanguageRules = {
  byType: {
    class_declaration: namedRule('class'),
    interface_declaration: namedRule('interface'),
    annotation_type_declaration: namedRule('interface'),
    enum_declaration: namedRule('enum'),
    record_declaration: namedRule('record'),
    method_declaration: namedRule('method'),
    constructor_declaration: namedRule('method'),
    compact_constructor_declaration: namedRule('method'),
    annotation_type_element_declaration: namedRule('method'),
  },
};

export const C_SHARP: LanguageRules = {
  byType: {
    namespace_declaration: namedRule('namespace'),
    file_scoped_namespace_declaration: namedRule('namespace'),
    class_declaration: namedRule('class'),
    struct_declaration: namedRule('struct'),
    interface_declaration: namedRule('interface'),
    enum_declaration: namedRule('enum'),
    record_declaration: namedRule('record'),
    record_struct_declaration: namedRule('record'),
    delegate_declaration: namedRule('type'),
    method_declaration: namedRule('method'),
    constructor_declaration: namedRule('method'),
    destructor_declaration: (node) => declarationOf('method', `~${nameOf(node)}`),
    operator_declaration: (node) =>
      declarationOf('method', `operator ${childAfter(node, 'operator')?.text ?? ''}`),
    conversion_operator_declaration: (node) =>
      declarationOf('method', `operator ${fieldOf(node, 'type')?.text ?? ''}`),
    property_declaration: namedRule('property'),
    event_declaration: namedRule('property'),
    event_field_declaration: (node) => declarationOf('property', variableOf(node)),
    indexer_declaration: () => declarationOf('property', 'this'),
    local_function_statement: namedRule('function'),
    local_declaration_statement: csharpLambda,
  },
  prepare: inOrder(
    emptied(/\$*("{3,})[\s\S]*?\1(?!")/g, '@"'),
    createMask(
      /\bfile(?=\s+(?:\w+\s+)*(?:class|struct|interface|record|enum)\b)/g,
      // Constructors in the head of a class.
      /\((?<=\b(?:class|struct)\s+\w+(?:<[\w\s,]*>)?\s*\()(?:[^()]|\([^()]*\))*\)(?=\s*[:{;])/g,
      /(?<=\bclass\s+\w+\s*:\s*[\w.<>]+)\([^()]*\)(?=\s*[,{;])/g,
    ),
  ),
};

function variableOf(node: Node): string | undefined {
  const variable = declaratorOf(node);
  return variable && (nameOf(variable) ?? childOf(variable, 'identifier')?.text);
}

function declaratorOf(node: Node): Node | undefined {
  const declaration = childOf(node, 'variable_declaration');
  return declaration && childOf(declaration, 'variable_declarator');
}

function csharpLambda(node: Node): DeclarationMatch | undefined {
  const declarator = declaratorOf(node);
  const value = declarator && (childOf(declarator, 'equals_value_clause') ?? declarator);
  const isFunction = value && childOf(value, 'lambda_expression', 'anonymous_method_expression');
  return isFunction && declarationOf('function', variableOf(node));
}

export const KOTLIN: LanguageRules = {
  byType: {
    class_declaration: (node) => declarationOf(kotlinKind(node), childOf(node, 'type_identifier')?.text),
    object_declaration: (node) => declarationOf('object', childOf(node, 'type_identifier')?.text),
    companion_object: (node) =>
      declarationOf('object', childOf(node, 'type_identifier')?.text ?? 'Companion'),
    function_declaration: routine((node) => childOf(node, 'simple_identifier')?.text),
    secondary_constructor: () => declarationOf('method', 'constructor'),
    type_alias: (node) => declarationOf('type', childOf(node, 'type_identifier')?.text),
    property_declaration: kotlinProperty,
  },
  bodies: ['class_body', 'enum_class_body'],
  prepare: createMask(/\bfun(?=\s+interface\s+\w)/g),
  // Two closing braces on one line are too many for the grammar, unless something ends what the first one closes.
  again: (text) => text.replace(/(?<=[^\s{;,]) \}/g, ';}'),
};

function kotlinKind(node: Node): OutlineKind {
  if (childOf(node, 'interface') !== undefined) return 'interface';
  return childOf(node, 'enum', 'enum_class_body') === undefined ? 'class' : 'enum';
}

function kotlinProperty(node: Node, place: NodeContext): DeclarationMatch | undefined {
  const variable = childOf(node, 'variable_declaration');
  const isFunction = childOf(node, 'lambda_literal', 'anonymous_function') !== undefined;
  return isFunction && variable
    ? declarationOf(routineKind(place), childOf(variable, 'simple_identifier')?.text)
    : undefined;
}

export const SWIFT: LanguageRules = {
  byType: {
    class_declaration: (node) => declarationOf(swiftKind(node), nameOf(node)?.replace(/<.*$/s, '')),
    protocol_declaration: namedRule('protocol'),
    function_declaration: routine((node) => childAfter(node, 'func')?.text),
    protocol_function_declaration: routine((node) => childAfter(node, 'func')?.text),
    init_declaration: () => declarationOf('method', 'init'),
    deinit_declaration: () => declarationOf('method', 'deinit'),
    subscript_declaration: () => declarationOf('method', 'subscript'),
    typealias_declaration: namedRule('type'),
    property_declaration: swiftProperty,
  },
  bodies: ['class_body', 'enum_class_body', 'protocol_body'],
  prepare: inOrder(
    emptied(/#"(?!"")[^\n]*?"#/g, '"'),
    createMask(/~(?=Copyable\b)/g, /(?<=\bthrows)\([\w.]+\)/g),
  ),
};

function swiftKind(node: Node): OutlineKind {
  switch (childOf(node, 'class', 'struct', 'enum', 'extension', 'actor')?.type) {
    case 'struct':
      return 'struct';
    case 'enum':
      return 'enum';
    case 'extension':
      return 'extension';
    default:
      return 'class';
  }
}

/** A property that is worked out, or a function that is held. */
function swiftProperty(node: Node, place: NodeContext): DeclarationMatch | undefined {
  const isFunction = fieldOf(node, 'value')?.type === 'lambda_literal';
  if (!isFunction && childOf(node, 'computed_property') === undefined) return undefined;
  const pattern = fieldOf(node, 'name');
  const name = pattern && (fieldOf(pattern, 'bound_identifier')?.text ?? pattern.text);
  return declarationOf(isFunction ? routineKind(place) : 'property', name);
}
