import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Person, Role } from '../../contracts/access.ts';
import type { AskForCode, CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { codeHash } from '../../gateway/people/access.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { openStore } from '../../store/open.ts';
import { isOfCluster } from '../cluster/of-cluster.ts';
import { phoneArgument } from '../phone-argument.ts';
import { type PeopleCommandTexts, peopleCommandWords } from './texts/texts.ts';

const ROLES: readonly Role[] = ['owner', 'member', 'reader'];
const VALID_MINUTES = 10;
const TRIES = 5;

interface InviteOptions {
  readonly role: Role;
  readonly project?: readonly string[];
}

/** What changes who may do what asks for the code first, where a lock is set up. */
export const peopleSubCommand =
  (askForCode: AskForCode): SubCommand =>
  (program, host) => {
    const help = peopleHelp[host.terminalLocale];
    const command = program
      .command('people')
      .description(help.about)
      .addHelpText('after', help.example)
      .action(() => withPeople(host, (opened) => listPeople(host, opened)));
    command
      .command('invite')
      .description(help.invite.about)
      .addHelpText('after', help.invite.example)
      .addOption(new Option('--role <role>', help.invite.role).choices(ROLES).default('reader'))
      .option('--project <folder...>', help.invite.project)
      .action(async (options: InviteOptions) => {
        assertCanWork(host, options);
        await askForCode(host);
        await withPeople(host, (opened) => invitePerson(host, options, opened));
      });
    command
      .command('remove')
      .description(help.remove.about)
      .addHelpText('after', help.remove.example)
      .argument('<number>', help.remove.number, phoneArgument(host.terminalLocale))
      .action(async (phone: string) => {
        await askForCode(host);
        await withPeople(host, (opened) => removePerson(host, phone, opened));
      });
  };

interface OpenedStore {
  readonly settings: Settings;
  readonly store: ReturnType<typeof openStore>;
  readonly words: PeopleCommandTexts;
}

async function withPeople(host: CliHost, act: (opened: OpenedStore) => Promise<void> | void): Promise<void> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const words = peopleCommandWords(settings.terminalLocale).peopleCommand;
  const store = openStore({ path: join(settings.folders.data, 'wasap.db') });
  try {
    await act({ settings, store, words });
  } finally {
    store.close();
  }
}

function assertCanWork({ terminalLocale }: CliHost, { role, project }: InviteOptions): void {
  if (role !== 'member' || project !== undefined) return;
  throw new Failure('invalid', peopleCommandWords(terminalLocale).peopleCommand.needsProject);
}

async function invitePerson(
  host: CliHost,
  { role, project: workspaces }: InviteOptions,
  { store, words }: OpenedStore,
): Promise<void> {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  const validMs = VALID_MINUTES * MINUTE_MS;
  const invitation = { codeHash: codeHash(digits), role, workspaces, tries: TRIES };
  if (isOfCluster(store.database)) {
    const { inviteForAll } = await import('../cluster/people-of-cluster.ts');
    await inviteForAll(host, store, { ...invitation, validMs });
  } else store.people.invite({ ...invitation, expiresAtMs: Date.now() + validMs });
  const lines = [
    words.code(`${digits.slice(0, 4)} ${digits.slice(4)}`),
    words.becomes[role],
    words.valid(String(VALID_MINUTES), String(TRIES)),
  ];
  host.output.write(`${lines.join('\n')}\n`);
}

async function removePerson(host: CliHost, phone: string, { store, words }: OpenedStore): Promise<void> {
  if (!(await isRemoved(host, phone, store))) throw new Failure('not-found', words.notInvited(`+${phone}`));
  host.output.write(`${words.removed(`+${phone}`)}\n`);
}

async function isRemoved(host: CliHost, phone: string, store: OpenedStore['store']): Promise<boolean> {
  if (!isOfCluster(store.database)) return store.people.remove(phone);
  const { removeForAll } = await import('../cluster/people-of-cluster.ts');
  return await removeForAll(host, store, phone);
}

function listPeople({ output }: CliHost, { settings, store, words }: OpenedStore): void {
  const lines = [
    ...settings.access.list.people.map((person) => personLine(person, words.from.settings, words)),
    ...store.people.all().map((person) => personLine(person, words.from.invitation, words)),
  ];
  output.write(`${lines.length === 0 ? words.nobody : lines.join('\n')}\n`);
}

function personLine({ phone, role, workspaces }: Person, from: string, words: PeopleCommandTexts): string {
  const projects = workspaces === undefined ? words.everyProject : workspaces.join(', ');
  return `+${phone.padEnd(15)} ${words.role[role].padEnd(7)} ${projects} (${from})`;
}

const english = {
  about: 'Show who can write to the agent, invite or remove people',
  example: '\nExample: wasap people',
  invite: {
    about: 'Print a code that lets one person in: valid once, for 10 minutes',
    example: '\nExample: wasap people invite --role member --project shop',
    role: 'what the person may do',
    project: 'projects a member can work on, or a reader can ask about',
  },
  remove: {
    about: 'Remove a person who came in with an invitation',
    example: '\nExample: wasap people remove +34600111222',
    number: 'with country code',
  },
};

const spanish: typeof english = {
  about: 'Muestra quién puede escribirle al agente; invita y quita',
  example: '\nEjemplo: wasap people',
  invite: {
    about: 'Crea un código para que entre una persona: sirve una vez, por 10 minutos',
    example: '\nEjemplo: wasap people invite --role member --project tienda',
    role: 'qué puede hacer la persona',
    project: 'proyectos en los que un member trabaja, o sobre los que un reader pregunta',
  },
  remove: {
    about: 'Quita a una persona que entró con una invitación',
    example: '\nEjemplo: wasap people remove +34600111222',
    number: 'con código de país',
  },
};

const peopleHelp = { en: english, es: spanish };
