import { InvalidArgumentError, Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import type { EvalOptions } from './run-eval.ts';

/** Not a coding task: requests, each with the specialist that should be recommended. */
const ROUTING = 'secretary';
const MAX_RUNS = 100;
const MAX_USD = 10_000;

export const evaluate: SubCommand = (program, host) => {
  program
    .command('eval')
    .description('Let the agent do small coding tasks, and score the results')
    .addHelpText('after', '\nExample: wasap eval --list')
    .argument('[names...]', 'tasks (default: all that --list shows)')
    .option('--list', 'list the tasks: built in, and yours in CONFIG_DIR/evals')
    .addOption(
      new Option('--model <id>', 'ask this model; costs money (default: AGENT_MODEL)').conflicts('replay'),
    )
    .option('--replay <folder>', 'use recorded replies from <folder>/<task>.yaml instead of a model')
    .addOption(
      new Option('--max-usd <dollars>', 'the most it may cost in all (default: 5)')
        .argParser(dollars)
        .conflicts('replay'),
    )
    .option('-y, --yes', "don't ask before spending money")
    .addOption(new Option('--repeat <n>', 'attempts at each task').argParser(runs).default(1, '1'))
    .option('--json', 'one JSON object a line, as each attempt ends')
    .option('--keep', 'keep the folders of the attempts, and print where they are')
    .option('--require-solved', 'exit code 1 unless every attempt solved its task')
    .addHelpText('after', HELP)
    .action(async (names: readonly string[], options: EvalOptions) => {
      if (names.length === 1 && names[0] === ROUTING) {
        const { runRouting } = await import('./routing/run-routing.ts');
        host.setExitCode(await runRouting(host, options));
        return;
      }
      const { runEval } = await import('./run-eval.ts');
      host.setExitCode(await runEval(host, names, options));
    });
};

const HELP = `
Each attempt gets its own project, data and git history in a temporary folder.
Nobody answers questions: the answer is no, unless the task allows it.
Exit codes: 0 every attempt was scored; 1 one wasn't; 130 you pressed Ctrl-C.
To write a task of your own: docs/evals.md.

wasap eval secretary measures how often the secretary recommends the right
specialist, with requests in English and Spanish. To use your own requests,
write CONFIG_DIR/evals/secretary.jsonl.
`;

function dollars(text: string): number {
  const usd = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (usd >= 0.01 && usd <= MAX_USD) return usd;
  throw new InvalidArgumentError(`Write dollars, from 0.01 to ${MAX_USD}.`);
}

function runs(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_RUNS) return count;
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MAX_RUNS}.`);
}
