import type { ChatCommand } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { answerByCode } from '../../gateway/questions/answer-by-code.ts';

/** `/approve` and `/reject`: answers that name their question by its code. */
export function approvalsFeature(): Feature {
  return { name: 'approvals', commands: [answerCommand('approve', true), answerCommand('reject', false)] };
}

function answerCommand(name: 'approve' | 'reject', approved: boolean): ChatCommand {
  return {
    name,
    aliases: [],
    describe: (texts) => texts.commands[name],
    run(rest, context) {
      const [code = '', ...words] = rest.split(/\s+/);
      if (code === '') return [{ kind: 'reply', text: context.texts.commands[name].usage }];
      return answerByCode({ code, approved, words: words.join(' ') }, context);
    },
  };
}
