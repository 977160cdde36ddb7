import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { MetricsAction } from './actions.ts';
import { DEFAULT_PERIOD_MS, readPeriod } from './period.ts';
import { metricsTexts } from './texts/texts.ts';

export const metricsCommand: ChatCommand = {
  name: 'metrics',
  aliases: ['metricas', 'métricas'],
  describe: (texts) => metricsTexts(texts).command,
  run(rest, { person, isGroup, texts }): readonly (Action | MetricsAction)[] {
    // Accepts the command line's form, which people copy.
    const words = rest.replace(/^(--)?since[ =]/i, '');
    const periodMs = words === '' ? DEFAULT_PERIOD_MS : readPeriod(words);
    if (periodMs === undefined) {
      const { usage, more } = metricsTexts(texts).command;
      return [{ kind: 'reply', text: `${usage}\n${more}` }];
    }
    // Only an owner sees the tasks and costs of others.
    const ofChat = person.role !== 'owner' || isGroup;
    return [{ kind: 'metrics.add-up', periodMs, ofChat }];
  },
};
