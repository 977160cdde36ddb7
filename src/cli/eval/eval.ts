import { InvalidArgumentError, Option } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { evalHelp } from './eval-help.ts';
import type { EvalOptions } from './run-eval.ts';

/** Not a coding task: requests, each with the specialist that should be recommended. */
const ROUTING = 'secretary';
const MAX_RUNS = 100;
const MAX_USD = 10_000;

export const evaluate: SubCommand = (program, host) => {
  const help = evalHelp[host.helpLocale];
  program
    .command('eval')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[names...]', help.names)
    .option('--list', help.list)
    .addOption(new Option('--model <id>', help.model).conflicts('replay'))
    .option('--replay <folder>', help.replay)
    .addOption(
      new Option('--max-usd <dollars>', help.maxUsd)
        .argParser(dollars(help.badDollars(MAX_USD)))
        .conflicts('replay'),
    )
    .option('-y, --yes', help.yes)
    .addOption(
      new Option('--repeat <n>', help.repeat).argParser(runs(help.badRuns(MAX_RUNS))).default(1, '1'),
    )
    .option('--json', help.json)
    .option('--keep', help.keep)
    .option('--require-solved', help.requireSolved)
    .addHelpText('after', help.attempts)
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

const dollars =
  (refusal: string) =>
  (text: string): number => {
    const usd = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (usd >= 0.01 && usd <= MAX_USD) return usd;
    throw new InvalidArgumentError(refusal);
  };

const runs =
  (refusal: string) =>
  (text: string): number => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= 1 && count <= MAX_RUNS) return count;
    throw new InvalidArgumentError(refusal);
  };
