import { systemClock } from '../base/clock.ts';
import { texts } from '../base/texts/texts.ts';
import { createAnthropicModel } from '../models/anthropic.ts';
import { readSettings } from '../settings.ts';
import { consoleChannel } from './console-channel.ts';
import { openApp } from './open-app.ts';
import { runApp } from './run-app.ts';
import type { CliHost, SubCommand } from './sub-command.ts';

export const start: SubCommand = (program, host) => {
  program
    .command('start')
    .description('Chat with the agent in this terminal; with a pipe: lines in, lines out')
    .action(async () => host.setExitCode(await runStart(host)));
};

async function runStart(host: CliHost): Promise<number> {
  const settings = await readSettings({ packageRoot: host.packageRoot });
  const model = createAnthropicModel({
    ...settings.model,
    clock: systemClock,
    onRequest: host.onFirstModelRequest,
  });
  const { greeting } = texts(settings.locale ?? 'en').console;
  const channel = await consoleChannel(host, {
    locale: settings.locale,
    greeting: greeting({
      workspace: settings.workspace.projectRoot,
      model: settings.model.id,
      writeEnabled: settings.access.writeEnabled,
    }),
    colours: settings.hostEnvironment.NO_COLOR === undefined,
  });
  const { packageRoot, version } = host;
  const app = await openApp({ settings, packageRoot, version, channel, model });
  return runApp(app, channel, async () => {
    app.warm();
    await model.warm();
  });
}
