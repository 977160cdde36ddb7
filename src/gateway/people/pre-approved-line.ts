import type { PermittedTool } from '../../contracts/assignment.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { escapeHidden } from '../../policy/display.ts';

/** Longest text of a file or a person that is shown, in UTF-16 code units. */
const MAX_LENGTH = 200;

/** Calls that would no longer be asked about, as an owner sees them before they accept a file. */
export function preApprovedLine({ tool, command }: PermittedTool, { trust }: Pick<Texts, 'trust'>): string {
  const { anyCommand, edits, beginning } = trust;
  if (tool !== 'run_command') return `• ${edits[tool === 'apply_patch' ? 'change' : 'write']}`;
  if (command === undefined) return `• ${anyCommand}`;
  const line = inlineCode(showInLine(command.words.join(' ')));
  return `• ${command.isWhole ? line : beginning(line)}`;
}

/** Part of a line of ours: on one line, bounded, with hidden characters visible. */
export function showInLine(text: string): string {
  return escapeHidden(oneLine(text, MAX_LENGTH));
}
