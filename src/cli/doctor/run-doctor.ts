import wrapAnsi from 'wrap-ansi';
import type { CliHost } from '../../contracts/sub-command.ts';
import { isFailure, sentenceIn } from '../../core/failure.ts';
import { columnsOf } from '../../core/terminal-output.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { type Finding, finding, findingLine, summaryOf } from '../../features/doctor/check-ups.ts';
import { doctorWords } from '../../features/doctor/texts/texts.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { cellAt } from '../cluster/cell-at.ts';
import { doctorSandbox } from '../open-sandbox.ts';
import { checkUp, runningLink } from './check-up.ts';

const EXIT_BAD = 1;
/** Aligns lines with the words, after the sign. */
const INDENT = '   ';

export interface DoctorOptions {
  readonly json?: true;
  readonly offline?: true;
}

/** Prints the findings, and returns the exit code. */
export async function runDoctor(host: CliHost, options: DoctorOptions): Promise<number> {
  const { findings, locale } = await findingsFor(host, options);
  const lines =
    options.json === true
      ? findings.map((one) => JSON.stringify(one))
      : renderFindings(findings, host, locale);
  host.output.write(`${lines.join('\n')}\n`);
  return findings.some(({ mark }) => mark === 'bad') ? EXIT_BAD : 0;
}

/** Wrong settings are a finding like others: the doctor should report everything that it can find out. */
async function findingsFor(
  { packageRoot, version, terminalLocale }: CliHost,
  { offline = false }: { readonly offline?: boolean },
): Promise<{ readonly findings: readonly Finding[]; readonly locale: Locale }> {
  let settings: Settings;
  try {
    settings = await readSettings({ packageRoot });
  } catch (error) {
    if (!isFailure(error)) throw error;
    const words = doctorWords(terminalLocale).doctor;
    const wrong = { text: words.settings(sentenceIn(terminalLocale, error)), todo: words.settingsTodo };
    return { findings: [finding('settings', 'bad', wrong)], locale: terminalLocale };
  }
  const sandbox = await doctorSandbox(settings, packageRoot);
  const parts = {
    settings,
    packageRoot,
    version,
    sandbox,
    offline,
    isLook: false,
    linkSource: runningLink(settings),
    cellSource: () => cellAt(settings),
  };
  const locale = settings.terminalLocale;
  return { findings: await checkUp(parts, locale), locale };
}

function renderFindings(
  findings: readonly Finding[],
  { output }: CliHost,
  locale: Locale,
): readonly string[] {
  const width = columnsOf(output);
  const wrapped = findings.map((one) =>
    wrapAnsi(findingLine(one), width - INDENT.length).replaceAll('\n', `\n${INDENT}`),
  );
  return [...wrapped, '', summaryOf(findings, locale)];
}
