import type { JsonObject } from '../../../core/json.ts';

/** A typical input, for the model and for people. */
export interface CommandExample {
  readonly description: string;
  readonly input: JsonObject;
}

/** By command; each is held against the schema of its command by a test. */
const EXAMPLES: Readonly<Record<string, readonly CommandExample[]>> = {
  'files.apply_patch': [
    {
      description: 'Raise the limit in a settings file',
      input: { path: 'config/limits.json', search: '"most": 10', replace: '"most": 20' },
    },
    {
      description: 'Rename a variable wherever it stands in the file',
      input: { path: 'src/cart.ts', search: 'totl', replace: 'total', occurrence: 'all' },
    },
  ],
  'files.preview_patch': [
    {
      description: 'Show what a new greeting would change',
      input: { path: 'src/greet.ts', search: "'Hello'", replace: "'Good morning'" },
    },
  ],
  'files.write_source_file': [
    {
      description: 'Keep what an earlier task found as a new file',
      input: { path: 'docs/findings.md', content: '# Findings\n\n{{task-0.output.answer}}\n' },
    },
  ],
  'files.read_lines': [
    {
      description: 'Read the newest part of the changelog',
      input: { path: 'CHANGELOG.md', start: 1, end: 40 },
    },
    {
      description: 'Read around the first match of an earlier search',
      input: { path: '{{task-0.output.matches.0.path}}', start: 1, end: 60 },
    },
  ],
  'files.list_source_files': [
    { description: 'List the tests of the login', input: { path: 'tests/login', glob: '**/*.test.ts' } },
  ],
  'files.search_source_code': [
    {
      description: 'Find what is still to be done',
      input: { pattern: 'TODO|FIXME', regex: true, path: 'src' },
    },
  ],
  'shell.run_command': [
    { description: 'Run the tests of one file', input: { command: 'npm test -- cart', timeout: 120 } },
    {
      description: 'Compile a file that an earlier task wrote',
      input: { command: 'tsc', args: ['--noEmit', '{{task-0.output.path}}'] },
    },
  ],
  'shell.manage_process': [
    {
      description: 'End the server that an earlier task started in the background',
      input: { action: 'kill', process_id: '{{task-0.output.process_id}}' },
    },
  ],
  'shell.list_allowed_commands': [{ description: 'See which commands run unasked', input: {} }],
  'git.status': [{ description: 'See the branch and what was changed', input: {} }],
  'git.diff': [
    { description: 'See what was changed in one folder', input: { paths: ['src'] } },
    { description: 'Compare two versions', input: { from: 'v1.2.0', to: 'HEAD' } },
  ],
  'git.commit': [
    {
      description: 'Commit the file that an earlier task wrote',
      input: { message: 'docs(changelog): note the new limit', paths: ['{{task-0.output.path}}'] },
    },
  ],
  'git.create_branch': [
    { description: 'Begin a branch for a correction', input: { name: 'fix/login-timeout' } },
  ],
  'git.push': [
    {
      description: 'Push the branch that an earlier task made',
      input: { branch: '{{task-0.output.branch}}' },
    },
  ],
  'github.create_pr': [
    {
      description: 'Open a draft for review',
      input: { title: 'fix(login): wait longer', body: 'Closes #12', draft: true },
    },
  ],
  'cron.create_cron': [
    {
      description: 'Remind on weekdays at nine',
      input: { kind: 'cron', expr: '0 9 * * 1-5', timezone: 'Europe/Madrid', message: 'Look at the tests' },
    },
  ],
  'cron.delete_cron': [
    { description: 'Delete the first of the crons found', input: { id: '{{task-0.output.crons.0.id}}' } },
  ],
  'cron.list_crons': [{ description: 'See what is set', input: {} }],
  'workspace.get_workspace_info': [{ description: 'Look at another project', input: { name: 'shop' } }],
  'workspace.list_workspaces': [{ description: 'See which projects there are', input: {} }],
  'workspace.switch_workspace': [
    { description: 'Work in another project next time', input: { name: 'shop' } },
  ],
  'agent.delegate': [
    {
      description: 'Have the changes of an earlier task explained',
      input: { task: 'Explain in three sentences what this change does:\n{{task-0.output.diff}}' },
    },
  ],
  'agent.get_eval_summary': [{ description: 'Figures of the last week', input: { days: 7 } }],
  'agent.request_user_approval': [
    {
      description: 'Ask before the tasks that depend on it',
      input: { question: 'The tests ended with {{task-0.output.exit_code}}. Shall I push?' },
    },
  ],
};

export function examplesOf(command: string): readonly CommandExample[] {
  return (Object.hasOwn(EXAMPLES, command) ? EXAMPLES[command] : undefined) ?? [];
}
