import type { ChatCommand } from '../../contracts/commands.ts';
import { answerByCode } from '../../gateway/questions/answer-by-code.ts';

export const rejectCommand: ChatCommand = {
  name: 'reject',
  aliases: [],
  describe: (texts) => texts.commands.reject,
  run(rest, context) {
    const [code = '', ...words] = rest.split(/\s+/);
    if (code === '') return [{ kind: 'reply', text: context.texts.commands.reject.usage }];
    return answerByCode({ code, approved: false, words: words.join(' ') }, context);
  },
};
