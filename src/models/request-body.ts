import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import type {
  MessageCreateParamsStreaming,
  MessageParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ModelMessage, ModelRequest, ToolSpec } from '../contracts/model.ts';
import type { ModelProfile } from './profile.ts';

/** How many blocks, and a few more, the API looks back from a breakpoint for cached content. */
const MAX_NEW_BLOCKS = 15;
const ONE_HOUR = { type: 'ephemeral', ttl: '1h' } as const;

/**
 * The request. The order of the keys is part of the contract: everything up to the end of the messages is, byte for
 * byte, the beginning of the session's next request. Preserved thinking and the prompt cache depend on it, so a value
 * that differs in one request only (`tool_choice`) follows the messages.
 */
export function requestBody(request: ModelRequest, profile: ModelProfile): MessageCreateParamsStreaming {
  const { model, system, toolChoice } = request;
  const { effort, thinking, cache } = profile;
  const tools = toolsOf(request.tools, cache);
  return {
    model,
    max_tokens: profile.max_tokens,
    stream: true,
    system: [{ type: 'text', text: system, ...(cache ? { cache_control: ONE_HOUR } : {}) }],
    // An empty list is left out: a tool choice without tools would be refused.
    ...(tools.length > 0 ? { tools } : {}),
    ...(thinking === undefined ? {} : { thinking }),
    ...outputConfig(request, effort),
    // Without a place of its own the breakpoint is set by the API behind the last message.
    ...(cache ? { cache_control: { type: 'ephemeral' } as const } : {}),
    // Safe: blocks are kept as the API sent them, or were built by this program for the API.
    messages: (cache ? withBreakpoint(request.messages) : request.messages) as unknown as MessageParam[],
    ...(toolChoice === 'none' && tools.length > 0 ? { tool_choice: { type: 'none' } as const } : {}),
  };
}

/** The API accepts only a part of JSON Schema: the rest is told to the model in the descriptions. */
function outputConfig(
  { format }: ModelRequest,
  effort: ModelProfile['effort'],
): Pick<MessageCreateParamsStreaming, 'output_config'> {
  if (effort === undefined && format === undefined) return {};
  const schema = format && { ...transformJSONSchema(format) };
  return {
    output_config: {
      // An answer that is data needs no long thought; a lower temperature, which would say the same, current models refuse.
      ...(effort === undefined ? {} : { effort: format === undefined ? effort : 'low' }),
      ...(schema === undefined ? {} : { format: { type: 'json_schema', schema } }),
    },
  };
}

function toolsOf(tools: readonly ToolSpec[], cache: boolean): Tool[] {
  const last = tools.length - 1;
  return tools.map((tool, at) => {
    // Safe: input schemas are derived from zod objects, so their type is `object`.
    const spec = tool as unknown as Tool;
    return cache && at === last ? { ...spec, cache_control: ONE_HOUR } : spec;
  });
}

/**
 * A round of many calls adds more blocks than the API looks back: a breakpoint where the previous request ended then
 * finds what is cached. Only then, so that requests of other rounds begin with the bytes of the one before.
 */
function withBreakpoint(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const reply = messages.findLastIndex(({ role }) => role === 'assistant');
  const added = messages.slice(Math.max(0, reply)).reduce((sum, { content }) => sum + content.length, 0);
  const end = messages[reply - 1];
  if (end === undefined || added <= MAX_NEW_BLOCKS) return messages;
  const content = end.content.map((block, at) =>
    at === end.content.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  );
  return messages.with(reply - 1, { ...end, content });
}
