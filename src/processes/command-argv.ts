import type { Execution } from '../contracts/exec.ts';
import { Failure } from '../core/failure.ts';
import { findProgram } from './find-program.ts';

/**
 * The argv for a decided command. A line is handed to bash as it was approved: another shell may read it differently
 * from how it was judged, so without bash it does not run at all.
 * @param searchPath folders as in `PATH`
 * @throws Failure `invalid` for a name that no program can have, `unavailable` when a line needs bash and there is
 * none
 */
export function argvOf(execution: Execution, searchPath: string): string[] {
  if (execution.kind === 'shell') return [bashIn(searchPath), '-c', '--', execution.line];
  // The wrapper hands the name to `exec`, which would read it as an option.
  if (execution.file === '' || execution.file.startsWith('-')) {
    throw new Failure('invalid', `${JSON.stringify(execution.file)} is no program name.`);
  }
  return [execution.file, ...execution.args];
}

function bashIn(searchPath: string): string {
  const bash = findProgram('bash', searchPath);
  if (bash !== undefined) return bash;
  throw new Failure(
    'unavailable',
    'A line with shell operators runs under bash, and bash is not installed here. Nothing was executed. Run the commands one by one without operators, or ask the person to install bash.',
  );
}
