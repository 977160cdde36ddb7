import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Clock } from '../../core/clock.ts';
import { type Locale, localeOf } from '../../core/texts/texts.ts';
import { type DoctorAction, type DoctorActionParts, doctorActions } from './actions.ts';
import { type CheckUpKind, createCheckUps } from './check-ups.ts';
import type { Finding } from './finding.ts';
import type { DoctorPageParts } from './pages/doctor.tsx';
import { doctorWords } from './texts/texts.ts';

export interface DoctorPorts extends Omit<DoctorActionParts, 'checkUps'>, Pick<DoctorPageParts, 'visitors'> {
  /** Checks everything that has to work, which takes some seconds; other work goes on meanwhile. */
  checkUp(locale: Locale, how: CheckUpKind): Promise<readonly Finding[]>;
  readonly clock: Pick<Clock, 'nowMs' | 'upMs'>;
}

/** Whether everything works, and what to do about what does not: `/doctor`. */
export function doctorFeature({ checkUp, clock, store, postbox, visitors }: DoctorPorts): Feature {
  const checkUps = createCheckUps(checkUp, clock);
  return {
    name: 'doctor',
    commands: [doctorCommand],
    actions: doctorActions({ checkUps, store, postbox }),
    pages: [
      {
        path: '/doctor',
        label: (texts) => doctorWords(localeOf(texts)).page.label,
        group: 'program',
        // The result names numbers, groups and folders.
        isFor: ({ role }) => role === 'owner',
        async load() {
          const { doctorView } = await import('./pages/doctor.tsx');
          return doctorView({ checkUps, visitors });
        },
      },
    ],
  };
}

const doctorCommand: ChatCommand = {
  name: 'doctor',
  aliases: ['diagnostico'],
  topic: 'program',
  describe: (texts) => doctorWords(localeOf(texts)).doctor.command,
  run: (): readonly (Action | DoctorAction)[] => [{ kind: 'doctor.check-up' }],
};
