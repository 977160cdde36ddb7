/** The services that tasks can use; the text is for people and for the planning model. */
export const SERVICES = {
  files: 'Read, search and change the files of the workspace.',
  shell: 'Run commands in the workspace.',
  git: 'The git repository of the workspace.',
  github: 'Pull requests on GitHub.',
  cron: 'Messages and tasks at set times.',
  workspace: 'The projects of this chat.',
  agent: 'Have something looked up or answered.',
} as const;
export type Service = keyof typeof SERVICES;

/** The service of each tool. Its command is the name of the tool without `git_`, which the service already says. */
const SERVICE_OF: Readonly<Record<string, Service>> = {
  apply_patch: 'files',
  create_cron: 'cron',
  delegate: 'agent',
  delete_cron: 'cron',
  get_eval_summary: 'agent',
  get_workspace_info: 'workspace',
  git_commit: 'git',
  git_create_branch: 'git',
  git_create_pr: 'github',
  git_diff: 'git',
  git_push: 'git',
  git_status: 'git',
  list_allowed_commands: 'shell',
  list_crons: 'cron',
  list_source_files: 'files',
  list_workspaces: 'workspace',
  manage_process: 'shell',
  preview_patch: 'files',
  read_lines: 'files',
  request_user_approval: 'agent',
  run_command: 'shell',
  search_source_code: 'files',
  switch_workspace: 'workspace',
  write_source_file: 'files',
};

const OWN_CHECKLIST = 'A checklist is for a model that works; the plan of a job is its own.';
const TEXT_ONLY = 'What it finds is text for a model; the data that a task could hand on are only counts.';

/** Tools that make sense only inside a conversation with a model, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  create_task_plan: OWN_CHECKLIST,
  get_task_plan: OWN_CHECKLIST,
  update_task_status: OWN_CHECKLIST,
  read_source_file: TEXT_ONLY,
  get_file_outline: TEXT_ONLY,
  delegate_work: 'What it does is decided step by step; a plan shows what will be done.',
  load_command: TEXT_ONLY,
  remember: 'It keeps what a person said in the conversation, which a job has not heard.',
};

export type Placement =
  | { readonly kind: 'command'; readonly service: Service; readonly command: string }
  | { readonly kind: 'left-out'; readonly reason: string };

/** Undefined for a tool without a service yet. */
export function placementOf(tool: string): Placement | undefined {
  const service = Object.hasOwn(SERVICE_OF, tool) ? SERVICE_OF[tool] : undefined;
  if (service !== undefined) return { kind: 'command', service, command: tool.replace(/^git_/, '') };
  const reason = Object.hasOwn(LEFT_OUT, tool) ? LEFT_OUT[tool] : undefined;
  return reason === undefined ? undefined : { kind: 'left-out', reason };
}
