import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Person, Role } from '../contracts/access.ts';
import type { CliHost, SubCommand } from '../contracts/sub-command.ts';
import { Failure } from '../core/failure.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { OpenLock } from '../features/lock/cli/open-lock.ts';
import { codeHash } from '../gateway/people/invitation.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { openStore } from '../store/open.ts';
import { assertMayInvite } from './cluster/no-invitations.ts';
import { phoneArgument } from './phone-argument.ts';

const ROLES: readonly Role[] = ['owner', 'member', 'reader'];
const VALID_MS = 10 * MINUTE_MS;
const TRIES = 5;

interface InviteOptions {
  readonly role: Role;
  readonly project?: readonly string[];
}

/** What changes who may do what asks for the code first, where a lock is set up. */
export const peopleSubCommand =
  (openLock: OpenLock): SubCommand =>
  (program, host) => {
    const command = program
      .command('people')
      .description('Show who can write to the agent, invite or remove people')
      .addHelpText('after', '\nExample: wasap people')
      .action(() =>
        withPeople(host, ({ settings, store }) =>
          list(host, settings.access.list.people, store.people.all()),
        ),
      );
    command
      .command('invite')
      .description('Print a code that lets one person in: valid once, for 10 minutes')
      .addHelpText('after', '\nExample: wasap people invite --role member --project shop')
      .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).default('reader'))
      .option('--project <folder...>', 'projects a member can work on, or a reader can ask about')
      .action(async (options: InviteOptions) => {
        assertCanWork(options);
        await withPeople(host, ({ settings, store }) =>
          assertMayInvite(store.database, settings.locale ?? 'en'),
        );
        await askFirst(host, openLock);
        await withPeople(host, (opened) => invite(host, options, opened));
      });
    command
      .command('remove')
      .description('Remove a person who came in with an invitation')
      .addHelpText('after', '\nExample: wasap people remove +34600111222')
      .argument('<number>', 'with country code', phoneArgument)
      .action(async (phone: string) => {
        await askFirst(host, openLock);
        await withPeople(host, (opened) => remove(host, phone, opened));
      });
  };

interface OpenedStore {
  readonly settings: Settings;
  readonly store: ReturnType<typeof openStore>;
}

async function askFirst(host: CliHost, openLock: OpenLock): Promise<void> {
  const { askForCode } = await import('../features/lock/cli/ask-code.ts');
  await askForCode(host, openLock);
}

async function withPeople(host: CliHost, act: (opened: OpenedStore) => void): Promise<void> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const store = openStore({ path: join(settings.folders.data, 'wasap.db') });
  try {
    act({ settings, store });
  } finally {
    store.close();
  }
}

function assertCanWork({ role, project }: InviteOptions): void {
  if (role === 'member' && project === undefined)
    throw new Failure('invalid', 'A member needs projects, so nobody was invited. Add: --project <folder>');
}

function invite(host: CliHost, { role, project }: InviteOptions, { store }: OpenedStore): void {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  const expiresAtMs = Date.now() + VALID_MS;
  store.people.invite({ codeHash: codeHash(digits), role, workspaces: project, expiresAtMs, tries: TRIES });
  host.output.write(
    [
      `Code: ${digits.slice(0, 4)} ${digits.slice(4)}`,
      `Whoever sends me this code in a direct chat becomes ${role === 'owner' ? 'an' : 'a'} ${role}.`,
      `It works once, for 10 minutes, and stops after ${TRIES} wrong tries. Earlier codes no longer work.\n`,
    ].join('\n'),
  );
}

function remove(host: CliHost, phone: string, { store }: OpenedStore): void {
  if (!store.people.remove(phone))
    throw new Failure(
      'not-found',
      `+${phone} has no invitation, so nothing was removed. Others are listed in access.yaml.`,
    );
  host.output.write(`+${phone} can no longer write to me.\n`);
}

function list({ output }: CliHost, named: readonly Person[], invited: readonly Person[]): void {
  const lines = [
    ...named.map((person) => personLine(person, 'settings')),
    ...invited.map((person) => personLine(person, 'invitation')),
  ];
  const none = 'Nobody can write to me on WhatsApp. Set ALLOWED_PHONE_NUMBERS, or run: wasap people invite';
  output.write(`${lines.length === 0 ? none : lines.join('\n')}\n`);
}

function personLine({ phone, role, workspaces }: Person, from: string): string {
  const projects = workspaces === undefined ? 'all projects' : workspaces.join(', ');
  return `+${phone.padEnd(15)} ${role.padEnd(6)}  ${projects} (${from})`;
}
