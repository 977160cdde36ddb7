import type { ChatCommand } from '../contracts/commands.ts';

export const doctorCommand: ChatCommand = {
  name: 'doctor',
  aliases: [],
  describe: (texts) => texts.commands.doctor,
  run: () => [{ kind: 'check-up' }],
};
