import { spawn } from 'node:child_process';
import path from 'node:path';
import { realPython } from './real-python.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const HELPER = path.resolve(import.meta.dirname, 'in-terminal.py');

/** What is on the screen, and what to answer to it; see `inTerminal`. */
export type TerminalAnswer = readonly [RegExp, (seen: string) => string];

interface AtTerminal {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs `wasap …` in a terminal of its own, and answers each of its questions once it is on the screen. */
export async function inTerminal(
  args: readonly string[],
  answers: readonly TerminalAnswer[],
  { cwd, env }: AtTerminal,
): Promise<{ readonly seen: string; readonly code: unknown }> {
  const terminal = spawn(realPython(), [HELPER, '120', '60', process.execPath, LAUNCHER, ...args], {
    env,
    cwd,
  });
  let [seen, at] = ['', 0];
  const left = [...answers];
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    const [question, answer] = left[0] ?? [];
    if (question === undefined || answer === undefined || !question.test(seen.slice(at))) return;
    at = seen.length;
    left.shift();
    terminal.stdin.write(`${answer(seen)}\r`);
  });
  const code = await new Promise((resolve) => void terminal.once('close', resolve));
  return { seen, code };
}
