import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TESTS = path.resolve(import.meta.dirname, '..');

/**
 * What somebody else may plant or try, by where it comes from: each of these is a test of its own, in which nothing
 * happens without a yes (a model obeys, a code is wrong). Docs and reviewers point here, so a test that is renamed or
 * removed is missed.
 */
const ATTACKS: Readonly<Record<string, { readonly file: string; readonly titles: readonly string[] }>> = {
  'results of MCP servers': {
    file: 'features/mcp/attacks.test.ts',
    titles: [
      'a result that gives orders is data: what it asks for is asked about',
      'an error of a tool is marked as data, too',
      'hidden characters in a name, an input or a result are shown',
      'a picture is what its bytes are, and a large one is none',
      'what is asked of a server in a dry run does not leave this machine',
    ],
  },
  'MCP servers that misbehave': {
    file: 'features/mcp/connections.test.ts',
    titles: [
      '10 MB in one message end it, with a sentence that says so',
      'a flood of messages that nobody asked for ends it',
      'nothing of a server is left when it is closed, however much it wants to stay',
    ],
  },
  'descriptions of tools': {
    file: 'features/mcp/attacks.test.ts',
    titles: [
      'a tool whose description orders calls gets none without a yes',
      'a tool that claims to only read is asked about like any, and its claim is shown as one',
      'instructions that a server gives at its start reach nobody',
      'a tool cannot take the name of one of ours',
      'a tool that became another after a yes for the task is not called',
      'a yes covers the very input that was shown, once',
      'a catalogue of tools is not a way around the question',
      'a name that use_tool does not know is refused, whatever it looks like',
      'a schema whose pattern would compute for ever does not stop the program',
    ],
  },
  '.mcp.json of a repository, in a task': {
    file: 'features/mcp/attacks.test.ts',
    titles: [
      '.mcp.json of a repository starts nothing, and offers nothing, before a yes',
      '.mcp.json that the agent itself changes during its task takes away the yes',
    ],
  },
  '.mcp.json of a repository': {
    file: 'features/mcp/servers.test.ts',
    titles: [
      'a project cannot take the place of a server of the owner',
      'a project may not say that its tools need no question, nor open places',
      'a yes does not survive another script behind the same command line',
      'what may never run as a command does not start as a server, whatever was accepted',
      'a link in place of the file is not followed',
    ],
  },
  'redirects and logins of MCP servers': {
    file: 'features/mcp/http.test.ts',
    titles: [
      'a redirect is not followed, wherever it leads',
      'a server cannot send us to a login on this machine',
      'for a login a server points to %s: the one look decides, and nothing connects',
    ],
  },
  'pages and their redirects': {
    file: 'e2e/web.test.ts',
    titles: [
      'a redirect to another host is a question of its own',
      'a redirect to the metadata of the cloud',
      'send a secret to the host that was agreed to',
      'a command that downloads',
      'a push',
      'a lasting note',
      'a schedule',
      'a file outside',
    ],
  },
  'skills of a repository': {
    file: 'features/skills/planted-skills.test.ts',
    titles: [
      'stay one line of a marked list, which they cannot end',
      'permit nothing until an owner has accepted that very file',
      'permit nothing once the file has changed after the yes',
      'a skill that changed between the command and the task begins nothing',
      'permit nothing in a task that loads the skill by itself',
      'cannot end its own section, neither in a task that it begins nor in one that loads it',
      "a project's skill does not take the place of one's own",
    ],
  },
  'hooks of a repository': {
    file: 'features/hooks/session-hooks.test.ts',
    titles: [
      'hooks that nobody has accepted do not run, and the owner is told',
      'hooks of a file that changed after the yes do not run',
      'a hook whose script changed after the yes does not run',
      'a hook that allows allows nothing',
      'a command that the policy refuses does not run, whoever accepted it, and that is in the audit',
      'a file that is a link out of the project has no hooks',
    ],
  },
  'hooks in worktrees and through sub-agents': {
    file: 'features/hooks/hooks-apart.test.ts',
    titles: [
      'hooks that a branch brings with it do not run',
      'hooks that a branch has in place of accepted ones do not run either',
      'an accepted hook whose script is another on the branch does not run',
      'an accepted hook whose script is a link on the branch does not run',
      'a hook whose script the task itself changes in its worktree runs no more',
      'what a hook refuses to a task, its sub-agent may not do either: %s',
      'a hook that has nothing against a call of a sub-agent permits none that a person would be asked about',
      'what a hook wants a person asked about is refused to a sub-agent, which asks nobody',
    ],
  },
  'other agents': {
    file: 'e2e/mcp-serve.test.ts',
    titles: [
      'what needs a yes is asked at the terminal; no word of the agent counts as one',
      'a token sees its own tasks alone, and nothing once it is revoked',
      'a reader asks about the project, and cannot have it changed',
      'the same over HTTP on this machine alone, for whoever has a token, and for no page of a browser',
    ],
  },
  'other agents whose token was revoked': {
    file: 'features/mcp-serve/revoked-tasks.test.ts',
    titles: [
      'a running task is stopped, in its own step, and every owner is told once',
      'its open question is withdrawn, and a yes to it does nothing',
      'revoked while no program runs, a task does not go on at the next start',
      'wherever the program is killed, the task is stopped and each owner is told once',
    ],
  },
  'whoever has the phone of an owner': {
    file: 'features/lock/attacks.test.ts',
    titles: [
      "a member of the group with the owner's code approves nothing, uses it up for nobody, and it is not kept",
      "a member's own yes with the code does not stand in for the owner's",
      'a forwarded code counts for nothing',
      'a quoted code counts for nothing',
      'a spoken code counts for nothing, with or without a yes',
      'a code by an edit of an older message counts for nothing',
      'one code is for one answer',
      'with the clock set back, no code of that time opens anything',
      'of ten thousand guesses in an hour a handful is looked at',
    ],
  },
  'a yes that lasts, around the lock': {
    file: 'architecture/lasting-permissions.test.ts',
    titles: [
      'each handler says for itself whether its yes lasts, and these do',
      'nothing else stores a permission that lasts',
      'an action that says it grants nothing cannot bring about one that does',
      'an action that nobody carries out is judged by nobody',
    ],
  },
  'people who are let in at the terminal, around the lock': {
    file: 'features/people/cli/people-code.test.ts',
    titles: [
      'with a lock, nobody is invited without the code; with it they are',
      'with a lock, nobody is removed without the code',
      'from the third wrong code on each one makes the next wait, the right one too',
      'through a pipe, where nobody can be asked, people stay as they are',
      'a lock whose PIN is gone lets nobody be invited',
    ],
  },
};

const all = Object.values(ATTACKS).flatMap(({ file, titles }) => titles.map((title) => `${file}: ${title}`));

test.each(Object.entries(ATTACKS))('%s: each attack is a test', (_from, { file, titles }) => {
  const text = readFileSync(path.join(TESTS, file), 'utf8');
  expect(titles.filter((title) => !text.includes(`'${title}'`) && !text.includes(`"${title}"`))).toEqual([]);
});

test('there are at least forty, no two alike', () => {
  expect([new Set(all).size === all.length, all.length >= 40]).toEqual([true, true]);
});
