import type { Action, ChatCommand } from '../../contracts/commands.ts';
import { localeOf } from '../../core/texts/texts.ts';
import type { DoctorAction } from './actions.ts';
import { doctorWords } from './texts/texts.ts';

export const doctorCommand: ChatCommand = {
  name: 'doctor',
  aliases: [],
  describe: (texts) => doctorWords(localeOf(texts)).doctor.command,
  run: (): readonly (Action | DoctorAction)[] => [{ kind: 'doctor.check-up' }],
};
