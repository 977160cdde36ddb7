import type { Action, ChatCommand } from '../../contracts/commands.ts';
import { askedAs } from '../../gateway/questions/help-question.ts';
import type { WebConsoleAction } from './actions.ts';
import { webConsoleTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const ASKED = askedAs(
  '(?:open|see|use) (?:the|your) (?:web )?console|(?:open|see|use) you in (?:a|the|my) browser',
  '(?:abro|abrir|veo|ver|uso|usar) (?:la|tu) consola(?: web)?|(?:te )?(?:abro|abrir|veo|ver|uso|usar)(?:te)? en (?:un|el|mi) navegador',
);

const OFF = ['off', 'no', 'apagar', 'cerrar', 'salir'];

/** A link into the console in the browser, and the end of all its sessions. */
export const webCommand: ChatCommand = {
  name: 'web',
  aliases: ['navegador'],
  topic: 'results',
  asked: ASKED,
  describe: (texts) => webConsoleTexts(texts).command,
  run(rest): readonly (Action | WebConsoleAction)[] {
    return [{ kind: OFF.includes(rest.toLowerCase()) ? 'web-console.off' : 'web-console.link' }];
  },
};
