import type { Node } from 'web-tree-sitter';
import type { OutlineKind } from '../contracts/code.ts';
import {
  blank,
  childOf,
  createMask,
  type DeclarationMatch,
  type DeclarationRule,
  declarationOf,
  emptied,
  fieldOf,
  heredocsIn,
  inOrder,
  type LanguageRules,
  namedRule,
  nameOf,
  routine,
  routineKind,
  withoutHeredocs,
} from './rule.ts';

export const BASH: LanguageRules = {
  byType: { function_definition: namedRule('function') },
  // The grammar loses its way in some of these texts, and takes what they hold for code.
  prepare: withoutHeredocs({
    opener: /(?<!<)<<-?[ \t]*(?:(["'])(?<quoted>[^"'\n]+)\1|\\?(?<bare>[A-Za-z_][\w.-]*))/g,
    indent: /^\t+/,
  }),
};

export const PYTHON: LanguageRules = {
  byType: {
    function_definition: withoutEndingComments(routine()),
    class_definition: withoutEndingComments(namedRule('class')),
    // `type(x).y = 1` reads like one.
    type_alias_statement: (node) =>
      declarationOf('type', /^\w+/.exec(node.namedChildren[0]?.text ?? '')?.[0]),
    assignment: (node, place) =>
      fieldOf(node, 'right')?.type === 'lambda' && fieldOf(node, 'left')?.type === 'identifier'
        ? declarationOf(routineKind(place), fieldOf(node, 'left')?.text)
        : undefined,
  },
  goingOn: /^[ \t]*(?:elif|else|except|finally)\b/gm,
  hasFilledBlocks: true,
};

/** In Python a body ends with its last statement, whatever comments follow. */
function withoutEndingComments(rule: DeclarationRule): DeclarationRule {
  return (node, place) => {
    const declared = rule(node, place);
    return declared && { ...declared, last: lastOf(node) };
  };
}

function lastOf(node: Node): Node {
  let last = node.lastChild;
  while (last?.type === 'comment') last = last.previousSibling;
  return last === null ? node : lastOf(last);
}

export const GO: LanguageRules = {
  byType: {
    function_declaration: namedRule('function'),
    method_declaration: namedRule('method'),
    method_spec: namedRule('method'),
    method_elem: namedRule('method'),
    type_spec: (node) => declarationOf(goKind(fieldOf(node, 'type')?.type), nameOf(node)),
    type_alias: namedRule('type'),
    var_spec: (node) =>
      holdsFunction(fieldOf(node, 'value')) ? declarationOf('function', nameOf(node)) : undefined,
    short_var_declaration: (node) =>
      holdsFunction(fieldOf(node, 'right'))
        ? declarationOf('function', fieldOf(node, 'left')?.text)
        : undefined,
  },
};

function goKind(type: string | undefined): OutlineKind {
  if (type === 'struct_type') return 'struct';
  return type === 'interface_type' ? 'interface' : 'type';
}

/** One value, and that a function. */
function holdsFunction(values: Node | undefined): boolean {
  const all = values?.namedChildren ?? [];
  return all.length === 1 && all[0]?.type === 'func_literal';
}

export const RUST: LanguageRules = {
  byType: {
    function_item: routine(),
    function_signature_item: routine(),
    struct_item: namedRule('struct'),
    enum_item: namedRule('enum'),
    union_item: namedRule('union'),
    trait_item: namedRule('trait'),
    impl_item: (node) => declarationOf('impl', implName(node)),
    mod_item: namedRule('module'),
    type_item: namedRule('type'),
    associated_type: namedRule('type'),
    macro_definition: namedRule('macro'),
    let_declaration: (node) =>
      fieldOf(node, 'value')?.type === 'closure_expression'
        ? declarationOf('function', fieldOf(node, 'pattern')?.text)
        : undefined,
  },
  prepare: createMask(
    /\bc(?=r?"|r#+")/g,
    /\bunsafe(?=\s+extern\b)/g,
    /(?<=\bimpl\s*)!/g,
    /(?<=&)raw (?:const|mut)\b/g,
  ),
};

/** `Point`, `fmt::Display for Point`: the type without its parameters. */
function implName(node: Node): string | undefined {
  const type = fieldOf(node, 'type');
  const name = type?.type === 'generic_type' ? fieldOf(type, 'type')?.text : type?.text;
  const trait = fieldOf(node, 'trait')?.text;
  return trait === undefined ? name : `${trait} for ${name}`;
}

export const RUBY: LanguageRules = {
  byType: {
    method: routine(),
    singleton_method: routine(),
    class: namedRule('class'),
    module: namedRule('module'),
    assignment: rubyAssignment,
    call: rubyDefineMethod,
  },
  bodies: ['module', 'singleton_class'],
  prepare: withoutData,
};

const RUBY_HEREDOC = {
  opener: /<<[~-]?(?:(["'`])(?<quoted>[^"'`\n]+)\1|(?<bare>[A-Z_]\w*))/g,
  indent: /^[ \t]+/,
};

/** Nothing behind `__END__` is code, which the grammar forgets behind an error. */
function withoutData(text: string): string {
  if (!/^__END__\r?$/m.test(text)) return text;
  const lines = text.split('\n');
  const heredocs = heredocsIn(lines, RUBY_HEREDOC);
  const isEnd = (words: string, line: number): boolean =>
    /^__END__\r?$/.test(words) && !heredocs.some((one) => one.line < line && line <= one.end);
  const end = lines.findIndex(isEnd);
  return lines.map((words, line) => (end !== -1 && line >= end ? blank(words) : words)).join('\n');
}

function rubyAssignment(node: Node): DeclarationMatch | undefined {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (left === undefined || right === undefined) return undefined;
  if (left.type === 'constant' && right.type === 'call') {
    const isClass = /^(?:Struct|Class|Data)\.(?:new|define)\b/.test(right.text);
    return isClass && fieldOf(right, 'block') !== undefined ? declarationOf('class', left.text) : undefined;
  }
  return right.type === 'lambda' ? declarationOf('function', left.text) : undefined;
}

/** `define_method(:name) { … }` */
function rubyDefineMethod(node: Node): DeclarationMatch | undefined {
  if (!node.text.startsWith('define_method')) return undefined;
  const name = fieldOf(node, 'arguments')?.namedChildren[0];
  return name?.type === 'simple_symbol' ? declarationOf('method', name.text.slice(1)) : undefined;
}

export const PHP: LanguageRules = {
  byType: {
    namespace_definition: namedRule('namespace'),
    class_declaration: namedRule('class'),
    interface_declaration: namedRule('interface'),
    trait_declaration: namedRule('trait'),
    enum_declaration: namedRule('enum'),
    method_declaration: namedRule('method'),
    function_definition: namedRule('function'),
    assignment_expression: phpAssignment,
  },
  prepare: inOrder(
    createMask(/(?<=\b(?:private|protected|public))\(set\)/g),
    // The grammar wants nothing behind the end of such a text; a string may have any number of lines.
    emptied(/<<<[ \t]*(["']?)([a-z_]\w*)\1\r?\n(?:[^\n]*\n)*?[ \t]*\2\b/gi, '"'),
    (text) => text.replace(HOOKS, (hooks) => `;${blank(hooks.slice(1))}`),
  ),
  // The grammar knows no constants of enums.
  again: createMask(/(?:\b(?:public|protected|private|final)\s+)*\bconst\s[^;]*;/g),
};

/**
 * Accessors of a property. The text before is only examined after a bracket: trying every position of a long blank
 * text would take minutes.
 */
const HOOKS =
  /\{(?<=\$\w+\s*(?:=[^;{}()]*)?\{)(?=\s*(?:#\[[^\]]*\]\s*)*(?:(?:final|&)\s*)*(?:get|set)\b)(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/g;

const PHP_FUNCTIONS = ['anonymous_function_creation_expression', 'anonymous_function', 'arrow_function'];

function phpAssignment(node: Node): DeclarationMatch | undefined {
  const left = fieldOf(node, 'left');
  if (left?.type !== 'variable_name' || !PHP_FUNCTIONS.includes(fieldOf(node, 'right')?.type ?? ''))
    return undefined;
  return declarationOf('function', childOf(left, 'name')?.text, node.parent ?? undefined);
}
