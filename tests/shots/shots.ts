/** A picture of the console in docs/pictures. */
export interface Shot {
  /** Of its file, without `.png`. */
  readonly name: string;
  /** `:done` stands for the id of a task that is finished, `:waiting` for that of one that waits for an answer. */
  readonly path: string;
  readonly screen: keyof typeof SCREENS;
  readonly colours: 'light' | 'dark';
}

/** Small, so that a page of the documentation opens quickly. */
export const SCREENS = {
  desk: { width: 960, height: 536 },
  phone: { width: 390, height: 720 },
} as const;

/** Another page of the console is one more line here, and `npm run shots`. */
export const SHOTS: readonly Shot[] = [
  { name: 'console-now', path: '/', screen: 'desk', colours: 'light' },
  { name: 'console-task', path: '/tasks/:done', screen: 'desk', colours: 'light' },
  { name: 'console-changes', path: '/tasks/:done/changes', screen: 'desk', colours: 'dark' },
  { name: 'console-questions', path: '/questions', screen: 'phone', colours: 'dark' },
  { name: 'console-tasks', path: '/tasks', screen: 'phone', colours: 'light' },
];
