/** `task build, dependsOn.0`; a task without a usable name is called by its number. */
export function placeText(path: readonly PropertyKey[], tree: unknown): string {
  const [top, at, ...rest] = path;
  if (top !== 'tasks' || typeof at !== 'number') return path.map(String).join('.');
  const tasks: unknown = typeof tree === 'object' && tree !== null ? Reflect.get(tree, 'tasks') : undefined;
  const task: unknown = Array.isArray(tasks) ? tasks[at] : undefined;
  const id: unknown = typeof task === 'object' && task !== null ? Reflect.get(task, 'id') : undefined;
  const name = typeof id === 'string' && id.length <= 64 ? id : `number ${at + 1}`;
  return [`task ${name}`, ...(rest.length === 0 ? [] : [rest.map(String).join('.')])].join(', ');
}
