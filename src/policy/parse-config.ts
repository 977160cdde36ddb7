import { LineCounter, parseDocument } from 'yaml';
import { Failure } from '../base/failure.ts';
import { type ToolCommands, toolCommandsOf } from './config.ts';

/** Counting what aliases expand to costs more than reading the file; a person writes it, so nobody is to be kept from it. */
const MOST_ALIASES = -1;

/** Reads the text of a `tool-commands.yaml`. Throws Failure `invalid` that names file, line, field and expectation. */
export function parseToolCommands(text: string, file: string): ToolCommands {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw new Failure('invalid', `${file}: ${error.message}`, { cause: error });
  return toolCommandsOf(document.toJS({ maxAliasCount: MOST_ALIASES }), (path) => {
    const line = lineOf(path);
    return line === undefined ? file : `${file}:${line}`;
  });

  /** Line of the deepest node on the way to a field that exists. */
  function lineOf(path: readonly PropertyKey[]): number | undefined {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node = document.getIn(path.slice(0, depth), true);
      const offset = rangeStart(node);
      if (offset !== undefined) return lines.linePos(offset).line;
    }
    return undefined;
  }
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) {
    return undefined;
  }
  const start: unknown = node.range[0];
  return typeof start === 'number' ? start : undefined;
}
