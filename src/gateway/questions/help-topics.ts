import type { HelpTopic } from '../../contracts/commands.ts';

/** How topics are called behind `/help`, in both languages, without accents; in the order in which they are shown. */
const NAMES: Readonly<Record<HelpTopic, readonly string[]>> = {
  tasks: ['tasks', 'tareas', 'task', 'tarea'],
  results: ['results', 'resultados', 'result', 'resultado', 'git'],
  projects: ['projects', 'proyectos'],
  schedules: ['schedules', 'horarios', 'programaciones', 'schedule', 'horario'],
  safety: ['safety', 'seguridad', 'security'],
  chat: ['chat', 'settings', 'ajustes'],
  program: ['program', 'programa', 'money', 'dinero', 'health', 'salud'],
};

const EVERYTHING: readonly string[] = ['everything', 'todo', 'all'];

export const HELP_TOPICS = Object.keys(NAMES) as readonly HelpTopic[];

/** All words that name a topic. */
export const TOPIC_NAMES: readonly string[] = [...Object.values(NAMES).flat(), ...EVERYTHING];

/** @param word in lower case, without accents */
export function topicNamed(word: string): HelpTopic | 'everything' | undefined {
  if (EVERYTHING.includes(word)) return 'everything';
  return HELP_TOPICS.find((topic) => NAMES[topic].includes(word));
}
