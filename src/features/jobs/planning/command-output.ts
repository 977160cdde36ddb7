import * as z from 'zod';
import type { JsonObject } from '../../../core/json.ts';

/** The model's reply for one task. */
export interface CommandAgentOutput {
  readonly id: string;
  readonly service: string;
  readonly command: string;
  readonly input: JsonObject;
  readonly dependsOn: readonly string[];
}

/** The first layer of validation: whether a reply has the right members at all. */
export function isCommandAgentOutput(reply: unknown): reply is CommandAgentOutput {
  if (typeof reply !== 'object' || reply === null) return false;
  const memberOf = (name: string): unknown =>
    Object.hasOwn(reply, name) ? Reflect.get(reply, name) : undefined;
  if (!['id', 'service', 'command'].every((name) => typeof memberOf(name) === 'string')) return false;
  const [input, dependsOn] = [memberOf('input'), memberOf('dependsOn')];
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  return Array.isArray(dependsOn) && dependsOn.every((other) => typeof other === 'string');
}

const NotEmpty = z.string().min(1);
const Routing = z.object({
  id: NotEmpty,
  service: NotEmpty,
  command: NotEmpty,
  prompt: NotEmpty,
  dependsOn: z.array(z.string()).default([]),
});
export type CommandAgentInput = z.infer<typeof Routing>;

/** Parses the input of the command agent; undefined when it is unusable. */
export function readCommandAgentInput(input: unknown): CommandAgentInput | undefined {
  const read = Routing.safeParse(input);
  return read.success ? read.data : undefined;
}
