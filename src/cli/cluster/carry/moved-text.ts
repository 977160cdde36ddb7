import type { Locale } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { clusterWords } from '../texts/texts.ts';
import { cloneUrl } from './project-facts.ts';

/** What the people of a chat hear of one of its tasks. */
export interface MovedTask {
  readonly number: number;
  readonly task: string;
  readonly project: string;
  readonly remote: string | undefined;
  readonly branch: string | undefined;
  /** Files that it changed and did not commit. */
  readonly unsaved: readonly string[];
  /** It had not ended. */
  readonly isOpen: boolean;
  readonly state: 'here' | 'no-project' | 'too-large' | 'not-begun' | 'unreadable';
  /** Its project can be brought by a command in the chat. */
  readonly canBeAdded: boolean;
}

const MAX_SHOWN_TASKS = 5;
const MOST_FILES = 5;
const LONGEST_TASK = 60;

/** One message: what can go on here, and what is not here. */
export function movedText(tasks: readonly MovedTask[], locale: Locale): string {
  const { moved } = clusterWords(locale).cluster;
  const newest = tasks.slice(-MAX_SHOWN_TASKS);
  const going = newest.filter(
    ({ state, canBeAdded }) => state === 'here' || (state === 'no-project' && canBeAdded),
  );
  const lines = [
    moved.title,
    ...(going.length === 0 ? [moved.nothingOpen] : [moved.goesOn, ...going.map((task) => taskLine(task))]),
    ...(tasks.length > newest.length ? [moved.more(tasks.length - newest.length)] : []),
    ...projectLines(newest, locale),
    moved.missing,
    ...newest.flatMap((task) => missingLines(task, locale)),
  ];
  return lines.join('\n');
}

function taskLine({ number, task }: MovedTask): string {
  const [first = ''] = task.split('\n', 1);
  const words = first.length > LONGEST_TASK ? `${first.slice(0, LONGEST_TASK - 1)}…` : first;
  return `/agent-resume ${number} · ${escapeHidden(words)}`;
}

/** Once for each project that is not here. */
function projectLines(tasks: readonly MovedTask[], locale: Locale): readonly string[] {
  const { moved } = clusterWords(locale).cluster;
  const absent = new Map(
    tasks.filter(({ state }) => state === 'no-project').map((task) => [task.project, task] as const),
  );
  return [...absent.values()].map(({ project, remote, canBeAdded }) => {
    const name = escapeHidden(project);
    const url = cloneUrl(remote);
    if (url === undefined) return moved.noProject(name);
    return canBeAdded ? moved.addProject(name, url) : moved.cloneProject(name, url);
  });
}

function missingLines({ number, unsaved, state }: MovedTask, locale: Locale): readonly string[] {
  const { moved } = clusterWords(locale).cluster;
  const files = unsaved.slice(0, MOST_FILES).map(escapeHidden).join(', ');
  const rest = unsaved.length - MOST_FILES;
  return [
    ...(unsaved.length === 0 ? [] : [moved.unsaved(number, rest > 0 ? `${files} +${rest}` : files)]),
    ...(state === 'too-large' || state === 'unreadable' ? [moved.stays(number)] : []),
  ];
}
