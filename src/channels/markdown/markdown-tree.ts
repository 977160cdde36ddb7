import { parse, postprocess, preprocess } from 'micromark';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

/**
 * A piece of Markdown and the pieces in it, by their positions in the source: text that no node covers stays as
 * typed.
 */
export interface MarkdownNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly MarkdownNode[];
}

/** Longest text for one call of the parser, whose time grows with the square of some inputs. */
const MAX_PIECE_LENGTH = 4500;

/**
 * Cuts a long text into pieces that can be parsed separately: at an empty line if there is one, else at a line end.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > MAX_PIECE_LENGTH) {
    const window = text.slice(start, start + MAX_PIECE_LENGTH);
    const blank = window.lastIndexOf('\n\n');
    const line = blank > 0 ? blank + 1 : window.lastIndexOf('\n');
    const length = line > 0 ? line + 1 : MAX_PIECE_LENGTH;
    pieces.push(window.slice(0, length));
    start += length;
  }
  return [...pieces, text.slice(start)];
}

export function parseMarkdown(text: string): MarkdownNode {
  const extensions = [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmTaskListItem()];
  const events = postprocess(
    parse({ extensions })
      .document()
      .write(preprocess()(text, undefined, true)),
  );
  const root: OpenNode = { type: 'document', start: 0, end: text.length, children: [] };
  const open: OpenNode[] = [root];
  for (const [kind, token] of events) {
    if (kind === 'exit') {
      open.pop();
      continue;
    }
    const { type, start, end } = token;
    const node: OpenNode = { type, start: start.offset, end: end.offset, children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  return root;
}

interface OpenNode extends MarkdownNode {
  readonly children: OpenNode[];
}

/** The first piece of this type anywhere below. */
export function findIn(node: MarkdownNode, type: string): MarkdownNode | undefined {
  for (const child of node.children) {
    const found = child.type === type ? child : findIn(child, type);
    if (found !== undefined) return found;
  }
  return undefined;
}
