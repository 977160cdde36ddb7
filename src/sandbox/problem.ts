import { existsSync, readFileSync } from 'node:fs';
import type { SandboxProblem } from '../contracts/exec.ts';
import { unlessRefused } from '../files/unless-refused.ts';

/** What the system reports about itself. */
export interface SystemFacts {
  /** Containers leave a marker file, or a system call filter over everything in them. */
  readonly isContainer: boolean;
  /** Undefined where the system does not report it. */
  readonly mostUserNamespaces: number | undefined;
  readonly allowsUnprivileged: boolean;
  readonly apparmorRestricts: boolean;
}

/**
 * Why the sandbox does not start, as far as it can be found out: each reason has another remedy. Not for a sandbox
 * that leaks.
 */
export function problemOf({
  isContainer,
  mostUserNamespaces,
  allowsUnprivileged,
  apparmorRestricts,
}: SystemFacts): SandboxProblem {
  if (isContainer) return 'container';
  if (mostUserNamespaces === 0 || !allowsUnprivileged) return 'namespaces-off';
  return apparmorRestricts ? 'apparmor' : 'forbidden';
}

/** @param root where the system's own files are; for tests */
export function systemFacts(root = '/'): SystemFacts {
  const setting = (name: string): string | undefined => readIfThere(`${root}proc/sys/${name}`)?.trim();
  const most = setting('user/max_user_namespaces');
  const isFiltered = /^Seccomp:\s*2$/m.test(readIfThere(`${root}proc/self/status`) ?? '');
  return {
    isContainer:
      isFiltered || ['.dockerenv', 'run/.containerenv'].some((file) => existsSync(`${root}${file}`)),
    mostUserNamespaces: most === undefined ? undefined : Number(most),
    // A setting of Debian alone.
    allowsUnprivileged: setting('kernel/unprivileged_userns_clone') !== '0',
    apparmorRestricts: setting('kernel/apparmor_restrict_unprivileged_userns') === '1',
  };
}

function readIfThere(file: string): string | undefined {
  return unlessRefused(() => readFileSync(file, 'utf8'));
}
