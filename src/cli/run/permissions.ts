import { PROJECT_SCRIPT } from '../../contracts/policy.ts';
import type { ApprovalQuestion } from '../../contracts/store.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';
import { isListedCommand } from '../listed-command.ts';

interface RunPermission {
  /** For the help. */
  readonly description: Readonly<Record<Locale, string>>;
  covers(asked: ApprovalQuestion): boolean;
}

/**
 * Questions that can be answered yes beforehand, each by its name; no name stands for everything. None covers what an
 * agent asks in its own words, more money, or lasting changes (notes, crons).
 */
export const PERMISSIONS: Readonly<Record<string, RunPermission>> = {
  tests: {
    description: {
      en: "the project's scripts (npm test, make) where there is no sandbox",
      es: 'los scripts del proyecto (npm test, make) donde no hay sandbox',
    },
    covers: ({ tool, grant, offers }) =>
      tool === 'run_command' && grant === PROJECT_SCRIPT && offers?.access.network !== true,
  },
  edits: {
    description: {
      en: 'edits of sensitive files: CI, hooks, package scripts',
      es: 'cambios en archivos delicados: CI, hooks, scripts del paquete',
    },
    covers: ({ tool }) => EDIT_TOOLS.includes(tool),
  },
  commit: {
    description: {
      en: "commits with protected files, others' changes or secrets",
      es: 'commits con archivos protegidos, cambios ajenos o secretos',
    },
    covers: ({ tool }) => tool === 'git_commit',
  },
  fetch: {
    description: { en: 'fetch from a remote', es: 'fetch de un remoto' },
    covers: ({ tool }) => tool === 'git_fetch',
  },
  merge: {
    description: {
      en: 'merge or rebase of another branch, or rebase of pushed commits',
      es: 'merge o rebase de otra rama, o rebase de commits ya publicados',
    },
    covers: ({ tool }) => tool === 'git_integrate',
  },
  stash: {
    description: { en: 'stash your changes', es: 'stash de tus cambios' },
    covers: ({ tool }) => tool === 'git_stash',
  },
  push: {
    description: { en: "push the task's own branch", es: 'push de la rama de la tarea' },
    covers: ({ tool, grant }) => tool === 'git_push' && grant === 'push',
  },
  'push-any': {
    description: {
      en: 'any push: default branch, force, protected files, secrets',
      es: 'todo push: rama principal, force, archivos protegidos, secretos',
    },
    covers: ({ tool }) => tool === 'git_push',
  },
  'pull-request': {
    description: { en: 'open a pull request', es: 'abrir un pull request' },
    covers: ({ tool }) => tool === 'git_create_pr',
  },
};

/**
 * Whether a question was answered yes beforehand.
 * @param allow each the beginning of commands
 * @throws Failure `invalid` for a name that there is not
 */
export function createPermissionCheck(
  yes: readonly string[],
  allow: readonly string[],
): (asked: ApprovalQuestion) => boolean {
  const unknown = yes.find((name) => !Object.hasOwn(PERMISSIONS, name));
  if (unknown !== undefined) {
    const known = Object.keys(PERMISSIONS).join(', ');
    throw new Failure('invalid', fault('run-yes', JSON.stringify(unknown), known));
  }
  if (allow.some((line) => line.trim() === '')) throw new Failure('invalid', fault('run-allow'));
  return (asked) =>
    yes.some((name) => PERMISSIONS[name]?.covers(asked)) ||
    (asked.tool === 'run_command' && isListedCommand(asked, allow));
}

/** What `--yes` would have to name for this question; undefined when nothing covers it. */
export function permissionFor(asked: ApprovalQuestion): string | undefined {
  return Object.keys(PERMISSIONS).find((name) => PERMISSIONS[name]?.covers(asked));
}
