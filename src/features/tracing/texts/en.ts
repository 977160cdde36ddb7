/** What the page of a task's timing says, and `wasap trace`. */
export const english = {
  title: 'Timing',
  of: 'Timing of',
  none: 'There are no times for this task.',
  notRecorded: 'Nothing is recorded.\nThe task never ran, or its record was too old (keep.traces_days).',
  spans: (spans: string) => `Steps: ${spans}`,
  overview: 'Runs and rounds. Open a round to see its steps.',
  all: 'Back to all rounds',
  step: 'Step',
  start: 'Start',
  time: 'Took',
  course: 'Course',
  open: 'running',
  interrupted: 'interrupted',
};
