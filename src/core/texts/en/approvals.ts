/** Questions that need a person, and their results. */
export const approvalTexts = {
  /** By tool; `other` for the rest. */
  headline: {
    run_command: '❓ May I run this command?',
    write_source_file: '❓ May I write this file?',
    apply_patch: '❓ May I make this change?',
    move_file: '❓ May I move this file?',
    delete_file: '❓ May I delete this file?',
    git_commit: '❓ May I commit this?',
    git_push: '❓ May I push this?',
    git_create_branch: '❓ May I create this branch?',
    git_fetch: '❓ May I fetch from this remote?',
    git_integrate: '❓ May I change this branch?',
    git_stash: '❓ May I put these changes away?',
    git_create_pr: '❓ May I open this pull request?',
    switch_workspace: '❓ May I move this chat to this project?',
    manage_process: '❓ May I do this to a running process?',
    remember: '❓ May I remember this? It counts from the next task on; /remember undo takes it back.',
    create_cron: '⏰ May I set this?',
    delete_cron: '❓ May I delete this cron?',
    request_user_approval: '❓ I need your decision',
    undo: '❓ Shall I commit a revert of this?',
    money_limit: '💰 The money limit of this task is reached',
    other: '❓ May I do this?',
  },
  longCommand: (length: number, end: string | undefined) =>
    end === undefined
      ? `📏 ${length} characters; the end is one long word`
      : `📏 ${length} characters; it ends with ${end}`,
  /** To a person who asks what a question is about. */
  forTask: (task: string) => `This is for the task: ${task}`,
  said: (words: string) => `💬 The agent says: ${words}`,
  why: (reason: string) => `Why I ask: ${reason}`,
  risk: 'If yes:',
  writesOutsideGit: {
    yes: 'changes things that git cannot bring back',
    no: 'touches only what git keeps',
    unknown: 'may change things outside git',
  },
  network: { yes: 'uses the network', no: 'no network', unknown: 'may use the network' },
  undoable: { yes: 'can be undone', no: 'cannot be undone', unknown: 'perhaps not undoable' },
  /** By the name under which a yes holds for the rest of the task. */
  grants: {
    'project-script':
      "A yes holds for all of the project's own scripts in this task that reach no further than this one.",
    fetch: 'A yes holds for every fetch from this address in this task.',
    push: 'A yes holds for every push of this branch in this task.',
    'pull-request': 'A yes holds for the pull requests of this task.',
  },
  askedOwner: (command: string) => `🙋 This needs an owner's yes; I have asked: ${command}`,
  ofMember: (who: string) => `(a task of +${who})`,
  /** To the other owners who were asked. */
  answeredBy: {
    yes: (who: string, question: string) => `✅ +${who} said yes to ${question}`,
    no: (who: string, question: string) => `❌ +${who} said no to ${question}`,
  },
  reminder: (code: string) => `⏰ I am still waiting for your answer to ${code}.`,
  expired: (code: string) =>
    `⌛ Nobody answered ${code} for 7 days, so it counts as no and nothing was done. /agent-resume goes on with the task.`,
  undoHint: '↩️ /undo takes it back.',
};
