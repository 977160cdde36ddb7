import type { Sandbox } from '../../contracts/exec.ts';
import { systemClock } from '../../core/clock.ts';
import type { Locale } from '../../core/texts/texts.ts';
import type { Finding } from '../../features/doctor/finding.ts';
import { judge } from '../../features/doctor/judge/judge.ts';
import type { LinkSource } from '../../features/doctor/measure-records.ts';
import { doctorWords } from '../../features/doctor/texts/texts.ts';
import type { Settings } from '../../settings/settings.ts';
import { checkOf } from '../answer-control.ts';
import { askControl } from '../control-client.ts';
import type { ProgramLink } from '../program-link.ts';
import { measure } from './measure.ts';

const CONTROL_WITHIN_MS = 40_000;

export interface CheckUpParts {
  readonly settings: Settings;
  readonly packageRoot: string;
  readonly version: string;
  readonly sandbox: Sandbox;
  readonly offline: boolean;
  readonly linkSource: LinkSource;
}

/** Measures everything, and judges the facts. */
export async function checkUp(parts: CheckUpParts, locale: Locale): Promise<readonly Finding[]> {
  const facts = await measure({ ...parts, clock: systemClock });
  return judge(facts, doctorWords(locale));
}

/** The link of this program. */
export function ownLink(current: () => ProgramLink | undefined, locale: Locale): LinkSource {
  return async () => {
    const link = current();
    if (link === undefined) return undefined;
    const check = await checkOf(link, doctorWords(locale).doctor.ownChat);
    return { live: link.report(), check };
  };
}

/** The link of the program on the same data folder. */
export function runningLink({ folders }: Settings): LinkSource {
  return async () => {
    const signal = AbortSignal.timeout(CONTROL_WITHIN_MS);
    const answers = await askControl(folders.data, { ask: 'doctor' }, signal);
    if (answers === undefined) return undefined;
    for await (const answer of answers) {
      if (answer.say === 'doctor') return { live: answer.link, check: answer.check };
    }
    return undefined;
  };
}
