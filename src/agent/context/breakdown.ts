import type { Block, ModelMessage } from '../../contracts/model.ts';
import type { SessionPrompt } from '../../contracts/session.ts';
import type { SessionContext } from './session-context.ts';
import { tokensOf, tokensOfBlock, tokensOfText } from './size.ts';

/** What fills a context, in tokens. The API counts only the whole: the parts are estimates that add up to it. */
export interface ContextBreakdown {
  readonly tokens: number;
  /** False when `tokens` is an estimate too, at least for content since the last reply. */
  readonly isMeasured: boolean;
  readonly system: number;
  readonly tools: number;
  /** The first message: facts of the moment, project notes, map, task. */
  readonly task: number;
  /** The messages that replace compacted rounds. */
  readonly summary: number;
  /** Text of the person and the model, the model's calls included. */
  readonly conversation: number;
  /** Largest first. */
  readonly results: readonly { readonly tool: string; readonly tokens: number }[];
}

export function breakdownOf(context: SessionContext, prompt: SessionPrompt): ContextBreakdown {
  const [first, ...rest] = context.messages;
  const summaryBlock = context.compaction === undefined ? undefined : first?.content.at(-1);
  const summary = summaryBlock === undefined ? 0 : tokensOfBlock(summaryBlock);
  const results = resultsByTool(rest);
  const resultTokens = [...results.values()].reduce((sum, tokens) => sum + tokens, 0);
  const parts = {
    system: tokensOfText(prompt.system ?? ''),
    tools: tokensOfText(prompt.tools ?? ''),
    task: first === undefined ? 0 : tokensOf([first]) - summary,
    summary,
    conversation: tokensOf(rest) - resultTokens,
  };
  const estimate = Object.values(parts).reduce((sum, tokens) => sum + tokens, resultTokens);
  const tokens = context.tokens(prompt);
  const scaled = (part: number): number => (estimate === 0 ? 0 : Math.round((part * tokens) / estimate));
  return {
    tokens,
    isMeasured: context.isMeasured,
    system: scaled(parts.system),
    tools: scaled(parts.tools),
    task: scaled(parts.task),
    summary: scaled(parts.summary),
    conversation: scaled(parts.conversation),
    results: [...results]
      .map(([tool, part]) => ({ tool, tokens: scaled(part) }))
      .sort((one, other) => other.tokens - one.tokens),
  };
}

function resultsByTool(messages: readonly ModelMessage[]): ReadonlyMap<string, number> {
  const blocks = messages.flatMap(({ content }) => content);
  const tools = new Map(blocks.filter(isCall).map(({ id, name }) => [id, String(name)]));
  const tokens = new Map<string, number>();
  for (const block of blocks) {
    if (block.type !== 'tool_result') continue;
    const tool = tools.get(block.tool_use_id) ?? '';
    tokens.set(tool, (tokens.get(tool) ?? 0) + tokensOfBlock(block));
  }
  return tokens;
}

function isCall({ type }: Block): boolean {
  return type === 'tool_use';
}
