/** Messages of the terminal chat about itself. */
export const consoleTexts = {
  you: 'You',
  agent: 'wasap',
  /** In front of what is searched for among earlier messages. */
  search: 'search',
  stopHint: (tasks: string) => `Press Ctrl-C again to stop: ${tasks} (Ctrl-D quits)`,
  quitHint: 'Nothing is running. Press Ctrl-C again to quit.',
  ended: (tasks: number, questions: number) =>
    [
      'Bye.',
      ...(tasks === 0 ? [] : [`${tasks === 1 ? '1 task' : `${tasks} tasks`} will resume next time.`]),
      ...(questions === 0
        ? []
        : [`${questions === 1 ? '1 question waits' : `${questions} questions wait`} for your answer.`]),
    ].join('\n'),
  /** A pipe that was ended while there was no room for what came in. */
  notStored: (line: number) =>
    `⚠️ No space left: I ignored line ${line} and all after it.
Free some space, then send them again.`,
  /** A pipe whose process was asked to end. */
  interrupted: (tasks: number) =>
    tasks === 1
      ? 'Stopped. The task is saved. To continue it: wasap start'
      : `Stopped. ${tasks} tasks are saved. To continue them: wasap start`,
  mayRepeat: '(you may have this already)',
  greeting: (facts: {
    workspace: string;
    model: string;
    writeEnabled: boolean;
    sandbox: string;
  }): readonly string[] => [
    `wasap-agent · ${facts.model} · ${facts.workspace}`,
    facts.writeEnabled
      ? 'Write /agent and what you want done. /help shows more.'
      : 'Read-only: set AGENT_WRITE_ENABLED=true to let /agent change files. /help shows more.',
    ...(facts.writeEnabled ? [facts.sandbox] : []),
    '',
  ],
};
