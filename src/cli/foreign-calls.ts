import type { Json } from '../core/json.ts';
import { isLookingCommand } from '../tools/looking-command.ts';

const CHANGES =
  /(?:^|_)(?:edit|write|patch|create|delete|remove|move|rename|replace|insert|append|commit|save|overwrite)(?:_|$)/;
/** An agent's own notes are not a change to the project. */
const OF_ITS_OWN = /(?:^|_)(?:plan|todos?|tasks?|notes?|memory|thoughts?)(?:_|$)/;
const COMMANDS = /(?:^|_)(?:bash|sh|shell|exec|execute|run|command|cmd|terminal)(?:_|$)/;
const CHECKS = /(?:^|_)(?:tests?|lint|check|typecheck)(?:_|$)/;

/** True when a successful call changes something, judged by the name of another program's tool. */
export function foreignCallChanges(tool: string, params: Json): boolean {
  const name = tool.replace(/(?<=[a-z])(?=[A-Z])|[^A-Za-z\d]+/g, '_').toLowerCase();
  if (OF_ITS_OWN.test(name)) return false;
  if (CHANGES.test(name)) return true;
  if (!COMMANDS.test(name)) return false;
  const line = commandLineIn(params);
  return line === undefined ? !CHECKS.test(name) : !isLookingCommand(line);
}

/** True for a command, under any name in the input, that changes nothing. */
export function looksOnly(tool: string, params: Json): boolean {
  return COMMANDS.test(tool) && isLookingCommand(commandLineIn(params) ?? '');
}

function commandLineIn(params: Json): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const values: readonly unknown[] = ['command', 'cmd', 'script', 'input'].map((key) =>
    Reflect.get(params, key),
  );
  return values.find((value) => typeof value === 'string');
}
