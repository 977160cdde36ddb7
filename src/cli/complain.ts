import type { CliHost } from '../contracts/sub-command.ts';
import { fittedTo } from '../core/fitted.ts';

/** Says something about the program itself, beside what it was asked for. */
export function complain(errors: CliHost['errors'], text: string): void {
  errors.write(`${fittedTo(errors, `wasap: ${text}`)}\n`);
}
