import type { ToolExample } from '../../../contracts/tool.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { propertiesOf, requiredOf, typesOf } from '../catalog/json-schema.ts';

/** An example of a reference, for prompts and for texts. */
export const SAMPLE_REFERENCE = '{{task-0.output.field}}';

/** Which command a task is, and what it should do. */
export interface CommandRouting {
  readonly id: string;
  readonly service: string;
  readonly command: string;
  readonly prompt: string;
  readonly dependsOn: readonly string[];
}

/** Facts about one command for its prompt. */
export interface CommandInfo {
  readonly description: string;
  readonly input: JsonObject;
  readonly examples: readonly ToolExample[];
}

/** Values for the placeholders of `config/prompts/job-command.md`, in their order. */
export function commandPromptValues({ description, input, examples }: CommandInfo) {
  const required = requiredOf(input);
  const lines = [...propertiesOf(input)].map(([name, schema]) => ({
    name,
    line: parameterLine(name, schema),
  }));
  const linesOf = (wanted: boolean): string =>
    lines
      .filter(({ name }) => required.includes(name) === wanted)
      .map(({ line }) => line)
      .join('\n') || '(none)';
  return {
    reference: SAMPLE_REFERENCE,
    description,
    required: linesOf(true),
    optional: linesOf(false),
    schema: JSON.stringify(input, null, 2),
    examples: examples.map(exampleText).join('\n'),
  };
}

/** The routing of a task as the message that is asked. */
export function routingText({ id, service, command, prompt, dependsOn }: CommandRouting): string {
  return JSON.stringify({ id, service, command, prompt, dependsOn }, null, 2);
}

/** JSON Schema of the reply for this command. */
export function replySchema({ input }: Pick<CommandInfo, 'input'>): JsonObject {
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      id: text,
      service: text,
      command: text,
      input: withMembers(input),
      dependsOn: { type: 'array', items: text },
    },
    required: ['id', 'service', 'command', 'input', 'dependsOn'],
    additionalProperties: false,
  };
}

function parameterLine(name: string, schema: JsonObject): string {
  const { description } = schema;
  const about = typeof description === 'string' ? `: ${description}` : '';
  return `- **${name}** (${typesOf(schema).join(' or ') || 'any'})${about}`;
}

function exampleText({ description, input }: ToolExample, at: number): string {
  return `Example ${at + 1}: ${description}\n\`\`\`json\n${JSON.stringify(input, null, 2)}\n\`\`\``;
}

/** Where the schema takes no free text, a reference is taken as well. */
function orReference(schema: JsonObject): JsonObject {
  const open = withMembers(schema);
  if (isFreeText(schema)) return open;
  return { anyOf: [open, { type: 'string', description: `A reference: ${SAMPLE_REFERENCE}` }] };
}

function withMembers(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'properties' && isJsonObject(value)) {
        const members = [...propertiesOf(schema)].map(([name, member]) => [name, orReference(member)]);
        return [key, Object.fromEntries(members)];
      }
      return [key, key === 'items' && isJsonObject(value) ? orReference(value) : value];
    }),
  );
}

const LIMITS_OF_TEXT = ['enum', 'const', 'pattern', 'format'];

function isFreeText(schema: JsonObject): boolean {
  return schema.type === 'string' && !LIMITS_OF_TEXT.some((limit) => Object.hasOwn(schema, limit));
}
