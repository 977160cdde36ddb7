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
    git_stash: '❓ May I stash these changes?',
    git_create_pr: '❓ May I open this pull request?',
    switch_workspace: '❓ May I switch this chat to this project?',
    manage_process: '❓ May I do this to a running process?',
    remember: '❓ May I remember this?\nAll later tasks will read it. /remember undo takes it back.',
    create_cron: '⏰ May I schedule this?',
    delete_cron: '❓ May I delete this schedule?',
    web_fetch: '❓ May I read this page?',
    web_search: '❓ May I search the web for this?',
    request_user_approval: '❓ I need your decision',
    undo_task: '❓ Shall I undo this task?',
    undo: '❓ May I commit a revert of this?',
    money_limit: '💰 This task reached its money limit',
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
    yes: 'changes things git cannot restore',
    no: 'changes nothing outside git',
    unknown: 'may change things outside git',
  },
  network: { yes: 'uses the network', no: 'no network', unknown: 'may use the network' },
  undoable: {
    yes: 'can be undone',
    files: '/undo restores files, except ignored and large ones',
    no: "can't be undone",
    unknown: 'may be impossible to undo',
  },
  /** By the name under which a yes holds for the rest of the task. */
  grants: {
    'project-script': '"Yes" also covers this project\'s other scripts for this task, with the same access.',
    fetch: '"Yes" also covers later fetches from this address in this task.',
    push: '"Yes" also covers later pushes of this branch in this task.',
    'pull-request': '"Yes" covers all pull requests of this task.',
  },
  askedOwner: (command: string) => `🙋 Only an owner can allow this. I asked: ${command}`,
  ofMember: (who: string) => `(a task of +${who})`,
  ofAgent: (name: string) => `🤖 (a task of the agent ${name}, over MCP)`,
  /** Who answered at the machine itself. */
  atTerminal: 'the person at the terminal',
  /** To the other owners who were asked. */
  answeredBy: {
    yes: (who: string, question: string) => `✅ ${who} allowed ${question}`,
    no: (who: string, question: string) => `❌ ${who} denied ${question}`,
  },
  reminder: (code: string) => `⏳ I'm still waiting for your answer to ${code}.`,
  expired: (code: string) =>
    `⌛ Nobody answered ${code} for 7 days, so I took it as no.\nNothing was done. /agent-resume continues the task.`,
  undoHint: '↩️ Take it back: /undo',
};
