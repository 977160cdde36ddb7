import { spawnSync } from 'node:child_process';

/**
 * The beginning of an argv: what follows sees processes of its own only, as in a container. It ends with its starter.
 */
export const IN_OWN_PIDS: readonly string[] = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];

/** Whether this machine lets us. */
export function hasPidNamespaces(): boolean {
  const [program = '', ...options] = IN_OWN_PIDS;
  return spawnSync(program, [...options, 'true']).status === 0;
}
