import type { Program } from './program.ts';

/** Gives a task and answers whatever is asked, until its report. Returns the questions. */
export async function giveTask(
  program: Program,
  task: string,
  answer: (question: string) => string,
): Promise<readonly string[]> {
  const questions: string[] = [];
  program.say(task);
  for (;;) {
    const said = await program.heard(/\/(?:approve|aprobar) \w+,|⏱️/u);
    if (/⏱️/u.test(said)) return questions;
    questions.push(said);
    program.say(answer(said));
  }
}
