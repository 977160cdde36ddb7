import { basename } from 'node:path';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { Failure } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import type { KnownWorkspaces } from './known-workspaces.ts';

/** How much of an unknown name is repeated, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 60;
const MAX_NAMED = 20;

/**
 * The project of this name that the person may work in; throws Failure `not-found` that lists them. Only the person can
 * move to one of another machine: a chat moves when nothing is open in it, and the task that asks is open.
 */
export function workspaceNamed(name: string, { named, list, elsewhere }: KnownWorkspaces): Workspace {
  const found = named(name);
  if (found !== undefined) return found;
  const away = elsewhere().find((one) => one.name === name);
  if (away !== undefined)
    throw new Failure(
      'not-found',
      `${away.name} is on another machine (${away.machines.join(', ')}): nothing of it can be reached from here. Tell the person to send /workspace switch ${away.name} when this task has ended: that moves the chat there.`,
    );
  const all = list().map((one) => one.name);
  const known = all.length > MAX_NAMED ? [...all.slice(0, MAX_NAMED), `${all.length - MAX_NAMED} more`] : all;
  throw new Failure(
    'not-found',
    `There is no project ${JSON.stringify(oneLine(name, MAX_ECHO_LENGTH))}. ${known.length === 0 ? 'There is none at all.' : `There are: ${known.join(', ')}.`}`,
  );
}

/** The project of this session, even if it can no longer be chosen. */
export function ownWorkspace({ own }: Pick<KnownWorkspaces, 'own'>): Workspace {
  return { name: basename(own), path: own };
}
