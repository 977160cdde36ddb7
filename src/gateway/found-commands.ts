import type { FoundCommands } from '../contracts/commands.ts';

/** Merges what several features found for one message; of two commands with the same name the first counts. */
export function togetherFound(all: readonly FoundCommands[]): FoundCommands | undefined {
  const [first, second] = all;
  if (first === undefined || second === undefined) return first;
  return {
    named: all.find(({ named }) => named !== undefined)?.named,
    names: all.flatMap(({ names }) => names),
    overview: (context) => all.flatMap((one) => one.overview(context)),
    details: (context) => all.map((one) => one.details(context)).find((lines) => lines !== undefined),
  };
}
