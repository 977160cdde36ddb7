import type { ChatCommand } from '../../contracts/commands.ts';
import { answerByCode } from '../../gateway/questions/answer-by-code.ts';

export const approveCommand: ChatCommand = {
  name: 'approve',
  aliases: [],
  describe: (texts) => texts.commands.approve,
  run(rest, context) {
    const [code = '', ...words] = rest.split(/\s+/);
    if (code === '') return [{ kind: 'reply', text: context.texts.commands.approve.usage }];
    return answerByCode({ code, approved: true, words: words.join(' ') }, context);
  },
};
