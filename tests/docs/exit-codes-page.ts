import { EXIT_CODES, type RunOutcome } from '../../src/cli/run/outcome.ts';
import { type Page, row } from './page.ts';

const OF_RUN: Readonly<Record<RunOutcome, string>> = {
  done: 'done: the report says so, and the records show nothing that contradicts it',
  'not-done':
    'not done: it failed, ran out of rounds, time or money, or claims what the records do not show, or is done but not tested',
  'not-begun':
    'not begun: wrong settings or options, no repository, no key, or another task is in the way for good',
  asked: 'it asked for something that was not answered beforehand; the question stays open',
  cancelled: 'cancelled: Ctrl-C ends the task and prints its report; a second Ctrl-C does not wait for that',
  interrupted: 'ended from outside (SIGTERM, SIGHUP, nobody reads the output): the task is stored',
};

export function exitCodesPage(): Page {
  return [
    '# Exit codes',
    'For every `wasap` command: 0 is done or yes. 2 is a setting or a data folder that cannot be used; the sentence on the error output says which. 1 is an unknown command or option. 130 is Ctrl-C.',
    '## wasap run',
    [
      row('code', 'meaning'),
      row('---', '---'),
      ...Object.entries(OF_RUN).map(([outcome, words]) =>
        row(String(Reflect.get(EXIT_CODES, outcome)), words),
      ),
    ],
    '## The others',
    [
      row('command', 'code', 'meaning'),
      row('---', '---', '---'),
      row('`wasap start`', '1', 'something is left: an open question, a parked task, an unsent message'),
      row('`wasap doctor`', '1', 'something has to be mended'),
      row(
        '`wasap health`',
        '1',
        'no program runs on DATA_DIR, or it does not answer; also for wrong settings',
      ),
      row('`wasap pair`', '1', 'no phone was linked'),
      row('`wasap policy check`', '1', 'the command would be asked about'),
      row('`wasap policy check`', '2', 'the command would be refused'),
      row('`wasap audit verify`', '1', 'the record was changed'),
      row('`wasap command load`', '1', 'the command file could not be expanded'),
      row('`wasap job`', '1', 'the plan has a fault, or not all of it was done'),
      row('`wasap eval`', '1', 'not every task was solved'),
      row('`wasap demo`', '1', 'tests or commit of its project are not as they should be'),
    ],
  ];
}
