import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import { localeOf } from '../../core/texts/texts.ts';
import { once } from '../../store/database.ts';
import { type DoctorAction, type DoctorPorts, doctorActions } from './actions.ts';
import { doctorWords } from './texts/texts.ts';

/** Whether everything works, and what to do about what does not: `/doctor`. */
export function doctorFeature(ports: DoctorPorts): Feature {
  return {
    name: 'doctor',
    commands: [doctorCommand],
    actions: doctorActions(ports),
    pages: [
      {
        path: '/doctor',
        label: (texts) => doctorWords(localeOf(texts)).page.label,
        group: 'program',
        // It names numbers, groups and folders.
        isFor: ({ role }) => role === 'owner',
        // One for all who ask: it holds the check that runs and its result.
        load: once(async () => {
          const { doctorView } = await import('./pages/doctor.tsx');
          return doctorView(ports);
        }),
      },
    ],
  };
}

const doctorCommand: ChatCommand = {
  name: 'doctor',
  aliases: ['diagnostico'],
  topic: 'chat',
  describe: (texts) => doctorWords(localeOf(texts)).doctor.command,
  run: (): readonly (Action | DoctorAction)[] => [{ kind: 'doctor.check-up' }],
};
