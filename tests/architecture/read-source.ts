import { parseSync } from 'oxc-parser';

/** One place where a file names another module; type-only imports count like all others. */
export type Import = {
  /** As written, e.g. `../core/ids.ts`; undefined where it is not a plain text and so cannot be judged. */
  readonly specifier: string | undefined;
  readonly line: number;
};

export type Source = {
  readonly imports: readonly Import[];
  /** Lines that reach the environment, however it is spelled: `process.env`, `const { env } = process`, … */
  readonly environmentLines: readonly number[];
  readonly lineCount: number;
};

export type Node = { readonly type: string; readonly start: number } & { readonly [field: string]: unknown };

/**
 * Reads one TypeScript file by its syntax tree.
 * @throws Error when it does not parse: what cannot be read cannot be judged
 */
export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const imports: Import[] = [];
  const environmentLines: number[] = [];
  visit(program, (node) => {
    const named = importedBy(node);
    if (named !== undefined) imports.push({ specifier: textOf(named), line: lineOf(node, text) });
    if (touchesEnvironment(node)) environmentLines.push(lineOf(node, text));
  });
  return { imports, environmentLines, lineCount: text.replace(/\n$/, '').split('\n').length };
}

/** Every node of the tree, each before what is in it. */
export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function lineOf(node: Node, text: string): number {
  return text.slice(0, node.start).split('\n').length;
}

/** The expression that names the module, for every kind of import there is. */
function importedBy(node: Node): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source ?? undefined;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression':
      return isNamed(node.callee, 'require') && Array.isArray(node.arguments) ? node.arguments[0] : undefined;
    default:
      return undefined;
  }
}

function textOf(expression: unknown): string | undefined {
  return isNode(expression) && typeof expression.value === 'string' ? expression.value : undefined;
}

function touchesEnvironment(node: Node): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return isNamed(node.property, 'env') && isProcess(node.object);
    case 'VariableDeclarator':
      return isProcess(node.init) && takesEnv(node.id);
    case 'ImportDeclaration':
      return (
        /^(node:)?process$/.test(textOf(node.source) ?? '') && JSON.stringify(node).includes('"name":"env"')
      );
    default:
      return false;
  }
}

function takesEnv(pattern: unknown): boolean {
  if (!isNode(pattern) || !Array.isArray(pattern.properties)) return false;
  return pattern.properties.some((property: unknown) => isNode(property) && isNamed(property.key, 'env'));
}

/** `process`, `globalThis.process`, `globalThis['process']`. */
function isProcess(node: unknown): boolean {
  return isNamed(node, 'process') || (isNode(node) && isNamed(node.property, 'process'));
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && (node.name === name || node.value === name);
}
