import type { CliHost } from '../contracts/sub-command.ts';
import { fitToScreen } from '../core/terminal-output.ts';

/** Says something about the program itself, beside what it was asked for. */
export function writeComplaint(errors: CliHost['errors'], text: string): void {
  errors.write(`${fitToScreen(errors, `wasap: ${text}`)}\n`);
}
