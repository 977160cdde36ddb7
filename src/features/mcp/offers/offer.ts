import type { Prompt } from '@modelcontextprotocol/sdk/types.js';
import type { RawOffer } from '../connection/connection.ts';
import { type DescribedServer, definitionsOf, plainLine, type ToolDefinition } from './definition.ts';

const MAX_PROMPTS = 50;
const MAX_ARGUMENTS = 9;
const MAX_DESCRIPTION_LENGTH = 200;
const PROMPT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A prompt of a server, for people who type its name. */
export interface PromptDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly isRequired: boolean }[];
}

/** What a server has: bounded, and still text from outside. */
export interface ServerOffer {
  readonly tools: readonly ToolDefinition[];
  readonly prompts: readonly PromptDefinition[];
}

export function offerOf({ tools, prompts }: RawOffer, server: DescribedServer): ServerOffer {
  return { tools: definitionsOf(tools, server), prompts: prompts.slice(0, MAX_PROMPTS).flatMap(promptOf) };
}

/** One whose name cannot be typed is left out. */
function promptOf({ name, description = '', arguments: all = [] }: Prompt): readonly PromptDefinition[] {
  if (!PROMPT_NAME.test(name)) return [];
  const named = all
    .slice(0, MAX_ARGUMENTS)
    .map((one) => ({ name: plainLine(one.name, MAX_DESCRIPTION_LENGTH), isRequired: one.required === true }));
  return [{ name, description: plainLine(description, MAX_DESCRIPTION_LENGTH), arguments: named }];
}
