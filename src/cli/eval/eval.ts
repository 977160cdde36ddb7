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
    .option('--replay <folder>', 'use recorded replies from <folder>/<task>.yaml, and no model')
    .addOption(
      new Option('--max-usd <dollars>', 'most that everything may cost (default: 5)')
        .argParser(dollars)
        .conflicts('replay'),
    )
    .option('-y, --yes', 'do not ask before money is spent')
    .addOption(new Option('--repeat <n>', 'attempts at each task').argParser(runs).default(1, '1'))
    .option('--json', 'one JSON object a line, as each attempt ends')
    .option('--keep', 'keep the folders of the attempts, and say where they are')
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
Each attempt has a project, data and a git history of its own in a temporary
folder. Nobody is there to be asked: what asks gets a no, unless the task lists
it. Exit code: 0 when every attempt was scored, 1 when one was not, 130 after
Ctrl-C. How to write a task: docs/evals.md.

wasap eval secretary: requests in English and Spanish, and how often the
secretary recommends the right specialist. CONFIG_DIR/evals/secretary.jsonl
stands in for the shipped set.
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
