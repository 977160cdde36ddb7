import { EXIT_CODES, type RunOutcome } from '../../src/cli/run/outcome.ts';
import { type Page, row } from './page.ts';

const OF_RUN: Readonly<Record<RunOutcome, string>> = {
  done: 'done: the report says so, and the records show nothing that contradicts it',
  'not-done':
    "not done: it failed, ran out of rounds, time or money, claims something the records don't show, or isn't tested",
  'not-begun': 'not started: wrong settings or options, no repository, no key, or another task is in the way',
  asked: "it asked something that --yes and --allow don't cover; the question stays open",
  cancelled: "Ctrl-C: the task stops and prints its report; a second Ctrl-C doesn't wait for it",
  interrupted: 'interrupted from outside (SIGTERM, SIGHUP, nobody reads the output): the task is saved',
};

export function exitCodesPage(): Page {
  return [
    '# Exit codes',
    "For every `wasap` command: 0 means done, or yes. 1 means an unknown command or option. 2 means that a setting, the data folder or what you named can't be used; the error says which. 130 means Ctrl-C.",
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
      row('`wasap start`', '1', 'something is left: an open question, a paused task, an unsent message'),
      row('`wasap doctor`', '1', 'there is a problem to fix'),
      row(
        '`wasap health`',
        '1',
        "nothing is running on DATA_DIR, or it doesn't answer; also with wrong settings",
      ),
      row('`wasap pair`', '1', 'no phone was linked'),
      row('`wasap cluster drain --move`, `move --from`', '1', 'chats are left on the cell'),
      row('`wasap cluster doctor`', '1', 'something is wrong with PostgreSQL, a front, a cell or a queue'),
      row('`wasap front`', '1', 'its link is lost for good, or another process has its name'),
      row('`wasap policy check`', '1', 'the command would be asked about'),
      row('`wasap policy check`', '2', 'the command would be refused'),
      row('`wasap audit verify`', '1', 'the record was changed'),
      row('`wasap command load`', '1', "the command file couldn't be expanded"),
      row('`wasap job`', '1', 'the plan has a problem, or not all of it was done'),
      row('`wasap eval`', '1', 'not every task was solved'),
      row('`wasap demo`', '1', "the tests or the commit of its project aren't as they should be"),
    ],
  ];
}
