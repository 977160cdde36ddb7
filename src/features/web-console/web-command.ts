import type { Action, ChatCommand } from '../../contracts/commands.ts';
import { phoneDigits } from '../../core/phone-number.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import type { WebConsoleAction } from './actions.ts';
import { webConsoleTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  '(?:open|see|use) (?:the|your) (?:web )?console|(?:open|see|use) you in (?:a|the|my) browser',
  '(?:abro|abrir|veo|ver|uso|usar) (?:la|tu) consola(?: web)?|(?:te )?(?:abro|abrir|veo|ver|uso|usar)(?:te)? en (?:un|el|mi) navegador',
);

const LINK = ['', 'link', 'enlace', 'on'];
const OFF = ['off', 'no', 'apagar', 'cerrar', 'salir'];
/** In place of a number. */
const QR = 'qr';
const PAIR = /^(?:pair|vincular)\b\s*(.*)$/i;

/** A link into the console in the browser, the end of all its sessions, and a code that it shows to link a phone. */
export const webCommand: ChatCommand = {
  name: 'web',
  aliases: ['navegador'],
  topic: 'program',
  asked: ASKED,
  describe: (texts) => webConsoleTexts(texts).command,
  run(rest, { texts }): readonly (Action | WebConsoleAction)[] {
    const [, number] = PAIR.exec(rest) ?? [];
    if (number?.toLowerCase() === QR) return [{ kind: 'web-console.pair', phone: undefined }];
    if (number !== undefined) {
      const phone = phoneDigits(number);
      return phone === undefined
        ? [{ kind: 'reply', text: webConsoleTexts(texts).chat.whichPhone }]
        : [{ kind: 'web-console.pair', phone }];
    }
    const said = rest.toLowerCase();
    if (OFF.includes(said)) return [{ kind: 'web-console.off' }];
    if (LINK.includes(said)) return [{ kind: 'web-console.link' }];
    const { usage, more } = webConsoleTexts(texts).command;
    return [{ kind: 'reply', text: `${usage}\n${more}` }];
  },
};
