import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Redactor } from '../../../contracts/policy.ts';
import type { CliHost, StoredData, SubCommand } from '../../../contracts/sub-command.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { countOf } from '../../../core/command-line.ts';
import { Failure } from '../../../core/failure.ts';
import { type SessionId, sessionIdOf } from '../../../core/ids.ts';
import { widthOf } from '../../../core/terminal-output.ts';
import { texts } from '../../../core/texts/texts.ts';
import { checkLines } from '../audit-text.ts';
import { type OpenAudit, openAudit } from '../rows/audit-store.ts';
import { type AuditTexts, auditTexts } from '../texts/texts.ts';

/** The default of the queries in the documentation. */
const DEFAULT_COUNT = 20;
const SLOW_MS = 10 * SECOND_MS;

const EXIT_BROKEN = 1;

interface AuditOptions {
  readonly last: number;
  readonly denied?: true;
  readonly slow?: true;
  readonly session?: string;
  readonly sessions?: true;
  readonly json?: true;
}

export const audit: SubCommand = (program, host) => {
  const help = auditHelp[host.terminalLocale];
  const command = program
    .command('audit')
    .description(help.about)
    .addHelpText('after', help.example)
    .addOption(
      new Option('--last <n>', help.last).argParser(countOf(host.terminalLocale)).default(DEFAULT_COUNT),
    );
  for (const option of makeExclusive([
    new Option('--denied', help.denied),
    new Option('--slow', help.slow),
    new Option('--session <id>', help.session),
    new Option('--sessions', help.sessions),
  ])) {
    command.addOption(option);
  }
  command
    .option('--json', help.json)
    .action((options: AuditOptions) =>
      withAudit(host, (store, { redactor }, words) => printAudit(store, options, { host, redactor, words })),
    );
  command
    .command('verify')
    .description(help.verify.about)
    .addHelpText('after', help.verify.example)
    .option('--json', help.verify.json)
    .action((_options: unknown, verify: Command) =>
      withAudit(host, async (store, _data, words) => {
        const check = await store.verify();
        const { json } = verify.optsWithGlobals<{ json?: true }>();
        const text = json ? JSON.stringify(check) : await wrapForTerminal(checkLines(check, words), host);
        host.output.write(`${text}\n`);
        if (check.kind === 'broken') host.setExitCode(EXIT_BROKEN);
      }),
    );
};

/** Wrapped to the terminal's width; a hash stays on one line. */
async function wrapForTerminal(
  lines: readonly string[],
  { output }: Pick<CliHost, 'output'>,
): Promise<string> {
  const { default: wrapAnsi } = await import('wrap-ansi');
  return wrapAnsi(lines.join('\n'), widthOf(output), { hard: true });
}

function makeExclusive(options: readonly Option[]): readonly Option[] {
  const names = options.map((option) => option.attributeName());
  return options.map((option) => option.conflicts(names.filter((name) => name !== option.attributeName())));
}

async function withAudit(
  host: CliHost,
  use: (store: OpenAudit, data: StoredData, words: AuditTexts) => Promise<void>,
): Promise<void> {
  const data = await host.storedData();
  const words = auditTexts(texts(host.terminalLocale));
  const store = openAudit(join(data.folder, 'wasap.db'));
  try {
    await use(store, data, words);
  } finally {
    store.close();
  }
}

interface ListParts {
  readonly host: CliHost;
  readonly redactor: Redactor;
  readonly words: AuditTexts;
}

async function printAudit(store: OpenAudit, options: AuditOptions, parts: ListParts): Promise<void> {
  const { rows, table } = await viewOf(store, options, parts);
  const { host, words } = parts;
  const text = options.json
    ? JSON.stringify(rows)
    : rows.length === 0
      ? emptyText(options, words)
      : table(widthOf(host.output));
  const cell = options.json ? undefined : store.cell();
  host.output.write(cell === undefined ? `${text}\n` : `${text}\n\n${words.cli.ofCell(cell)}\n`);
}

function emptyText({ denied, slow, session }: AuditOptions, { cli, nothing }: AuditTexts): string {
  if (denied) return cli.noneDenied;
  if (slow) return cli.noneSlow(String(SLOW_MS / SECOND_MS));
  return session === undefined ? nothing : cli.noneInTask;
}

async function viewOf(
  store: OpenAudit,
  options: AuditOptions,
  { redactor, words }: Omit<ListParts, 'host'>,
): Promise<{ readonly rows: readonly object[]; table(width: number): string }> {
  // Measuring characters on a screen takes long to load.
  const { commandTable, deniedTable, sessionTable, slowTable } = await import('./audit-tables.ts');
  if (options.denied) {
    const rows = withoutSecrets(store.listDenied(options.last), redactor);
    return { rows, table: (width) => deniedTable(rows, { width, words }) };
  }
  if (options.slow) {
    const rows = withoutSecrets(store.listSlow(SLOW_MS, options.last), redactor);
    return { rows, table: (width) => slowTable(rows, { width, words }) };
  }
  if (options.sessions) {
    const ofPerson = (phoneNumber: string) =>
      store.bySession(phoneNumber).map((session) => ({ phoneNumber, ...session }));
    const rows = store.phoneNumbers().flatMap(ofPerson);
    return { rows, table: (width) => sessionTable(rows, { width, words }) };
  }
  const found =
    options.session === undefined
      ? store.listRecent(options.last)
      : store.listOfSession(sessionNamed(options.session, words), options.last);
  const rows = withoutSecrets(found, redactor);
  return { rows, table: (width) => commandTable(rows, { width, words }) };
}

/** Redacts before a table wraps a command: half a secret would not be recognised any more. */
function withoutSecrets<Row extends { readonly command: string }>(
  rows: readonly Row[],
  { redact }: Redactor,
): readonly Row[] {
  return rows.map((row) => ({ ...row, command: redact(row.command) }));
}

function sessionNamed(text: string, { cli }: AuditTexts): SessionId {
  const id = sessionIdOf(text);
  if (id === undefined) throw new Failure('invalid', cli.notATask(JSON.stringify(text)));
  return id;
}

const english = {
  about: 'Show what ran and what was refused; verify the record',
  example: '\nExample: wasap audit --denied',
  last: 'how many to show',
  denied: 'show only what was blocked or rejected',
  slow: 'show what took more than 10 s, slowest first',
  session: 'show one task or talk',
  sessions: "show each person's tasks, with successes and failures",
  json: 'as JSON',
  verify: {
    about: 'Check that nobody changed, removed, added or moved an entry; exit code 1 if somebody did',
    example: '\nExample: wasap audit verify',
    json: 'as JSON',
  },
};

const spanish: typeof english = {
  about: 'Muestra qué se ejecutó y qué se rechazó; verifica todo',
  example: '\nEjemplo: wasap audit --denied',
  last: 'cuántos mostrar',
  denied: 'muestra solo lo bloqueado o rechazado',
  slow: 'muestra lo que tardó más de 10 s, lo más lento primero',
  session: 'muestra una tarea o charla',
  sessions: 'muestra las tareas de cada persona, con éxitos y fallas',
  json: 'como JSON',
  verify: {
    about:
      'Revisa que nadie cambió, quitó, agregó o movió una entrada; código de salida 1 si alguien lo hizo',
    example: '\nEjemplo: wasap audit verify',
    json: 'como JSON',
  },
};

const auditHelp = { en: english, es: spanish };
