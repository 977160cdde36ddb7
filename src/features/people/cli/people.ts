import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { Option } from 'commander';
import type { NewInvitation } from '../../../cluster/people.ts';
import type { Person, Role } from '../../../contracts/access.ts';
import type { AskForCode, CliHost, SubCommand } from '../../../contracts/sub-command.ts';
import { MINUTE_MS } from '../../../core/clock.ts';
import { phoneArgument } from '../../../core/command-line.ts';
import { Failure } from '../../../core/failure.ts';
import { codeHash } from '../../../gateway/people/access.ts';
import { readSettings, type Settings } from '../../../settings/settings.ts';
import { type OpenStore, openStore } from '../../../store/open.ts';
import { type PeopleCommandTexts, peopleCommandWords } from './texts/texts.ts';

const ROLES: readonly Role[] = ['owner', 'member', 'reader'];
const VALID_MINUTES = 10;
const TRIES = 5;

interface InviteOptions {
  readonly role: Role;
  readonly project?: readonly string[];
}

/** Who is let in, and who no longer is: on this machine, or on all of which it is one. */
export interface ChangeablePeople {
  /**
   * Opens one invitation; where there are several machines its code may go to any front.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  invite(invitation: NewInvitation): Promise<void>;
  /**
   * False when no person came in with this number.
   * @throws Failure `unavailable` while PostgreSQL is away: nothing changed then
   */
  remove(phone: string): Promise<boolean>;
}

/** The people of all machines; undefined where this one works alone. */
export type OpenSharedPeople = (host: CliHost, store: OpenStore) => Promise<ChangeablePeople | undefined>;

/** What changes who may do what asks for the code first, where a lock is set up. */
export const peopleSubCommand =
  (askForCode: AskForCode, openShared: OpenSharedPeople): SubCommand =>
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
        await withPeople(host, async ({ store, words }) => {
          const people = (await openShared(host, store)) ?? peopleHere(store);
          await invitePerson(host, options, { people, words });
        });
      });
    command
      .command('remove')
      .description(help.remove.about)
      .addHelpText('after', help.remove.example)
      .argument('<number>', help.remove.number, phoneArgument(host.terminalLocale))
      .action(async (phone: string) => {
        await askForCode(host);
        await withPeople(host, async ({ store, words }) => {
          const people = (await openShared(host, store)) ?? peopleHere(store);
          await removePerson(host, phone, { people, words });
        });
      });
  };

interface OpenedStore {
  readonly settings: Settings;
  readonly store: OpenStore;
  readonly words: PeopleCommandTexts;
}

interface ChangeContext extends Pick<OpenedStore, 'words'> {
  readonly people: ChangeablePeople;
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

function peopleHere({ people }: OpenStore): ChangeablePeople {
  return {
    async invite({ codeHash: hash, role, workspaces, tries, validMs }) {
      people.invite({ codeHash: hash, role, workspaces, tries, expiresAtMs: Date.now() + validMs });
    },
    remove: async (phone) => people.remove(phone),
  };
}

async function invitePerson(
  { output }: CliHost,
  { role, project: workspaces }: InviteOptions,
  { people, words }: ChangeContext,
): Promise<void> {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  const validMs = VALID_MINUTES * MINUTE_MS;
  await people.invite({ codeHash: codeHash(digits), role, workspaces, tries: TRIES, validMs });
  const lines = [
    words.code(`${digits.slice(0, 4)} ${digits.slice(4)}`),
    words.becomes[role],
    words.valid(String(VALID_MINUTES), String(TRIES)),
  ];
  output.write(`${lines.join('\n')}\n`);
}

async function removePerson(
  { output }: CliHost,
  phone: string,
  { people, words }: ChangeContext,
): Promise<void> {
  if (!(await people.remove(phone))) throw new Failure('not-found', words.notInvited(`+${phone}`));
  output.write(`${words.removed(`+${phone}`)}\n`);
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
