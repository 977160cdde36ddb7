import { unreachable } from '../../../core/failure.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { type SecretaryTexts, secretaryTexts } from '../texts/texts.ts';
import type { ActivationMode } from './preferences.ts';
import { type ModeSet, SECRETARY_FILE, type SecretaryFile } from './secretary-file.ts';

/** Which mode counts in a workspace, and what is wrong with its file. */
export function modeText(file: SecretaryFile, texts: Texts): string {
  const { mode } = secretaryTexts(texts).finding;
  const { activationMode } = file.preferences;
  return [...troubleOf(file, mode), mode.is(activationMode), mode.about[activationMode], mode.asked].join(
    '\n',
  );
}

function troubleOf(file: SecretaryFile, mode: SecretaryTexts['finding']['mode']): readonly string[] {
  switch (file.kind) {
    case 'absent':
      return [mode.notFound];
    case 'read':
      return file.unusable.length === 0 ? [] : [mode.unusableKeys(SECRETARY_FILE, file.unusable.join(', '))];
    case 'unusable':
      return [mode.unusable(SECRETARY_FILE, mode.fault[file.fault])];
    case 'broken':
      return [mode.unusable(SECRETARY_FILE, file.why)];
    default:
      return unreachable(file);
  }
}

/** Result of setting it. */
export function modeSetText(set: ModeSet, wanted: ActivationMode, texts: Texts): string {
  const { mode } = secretaryTexts(texts).finding;
  switch (set.kind) {
    case 'created':
      return `${mode.created(SECRETARY_FILE)}\n${mode.updated(wanted)}`;
    case 'updated':
      return mode.updated(wanted);
    case 'unusable':
      return mode.notChanged(SECRETARY_FILE, mode.fault[set.fault]);
    case 'broken':
      return mode.notChanged(SECRETARY_FILE, set.why);
    case 'unwritable':
      return mode.notChanged(SECRETARY_FILE, mode.unwritable(set.code));
    default:
      return unreachable(set);
  }
}
