import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { answerByCode } from '../../gateway/questions/answer.ts';
import { questionChoice } from '../../gateway/questions/question-text.ts';
import { answerTexts } from './texts/texts.ts';

/** `/approve` and `/reject`: answers that name their question by its code. */
export function approvalsFeature(): Feature {
  return {
    name: 'approvals',
    commands: [answerCommand('approve', 'aprobar'), answerCommand('reject', 'rechazar')],
  };
}

function answerCommand(name: 'approve' | 'reject', alias: string): ChatCommand {
  return {
    name,
    aliases: [alias],
    topic: 'safety',
    describe: (texts) => answerTexts(texts).commands[name],
    run(rest, context) {
      const [code = '', ...words] = rest.split(/\s+/);
      if (code === '') return [{ kind: 'reply', text: whichCode(name, context) }];
      return answerByCode({ code, approved: name === 'approve', words: words.join(' ') }, context);
    },
  };
}

/** Without a code no question is answered: the reply lists the open ones, with the words for each. */
function whichCode(name: 'approve' | 'reject', context: CommandContext): string {
  const { conversation, sender, store, texts } = context;
  const open = store.approvals.listPending(conversation).filter(({ requester }) => requester === sender);
  if (open.length === 0)
    return [texts.replies.nothingPending, answerTexts(texts).commands[name].usage].join('\n');
  return [texts.replies.whichQuestion, ...open.flatMap((approval) => questionChoice(approval, texts))].join(
    '\n',
  );
}
