import type { CliHost } from '../contracts/sub-command.ts';
import type { Settings } from '../settings/settings.ts';
import type { LogEcho } from '../telemetry/log.ts';

/** Echoes the log where no chat needs the output: readable on a terminal, JSON for log collectors. */
export function echoOn({ output }: CliHost, { hostEnvironment }: Settings): LogEcho {
  const colours = hostEnvironment.NO_COLOR === undefined;
  return { pretty: output.isTTY, colours, write: (text) => void output.write(text) };
}
