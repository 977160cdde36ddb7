/** What goes wrong with git, worktrees and GitHub. Each stands behind `wasap:` or behind what was tried. */
export const gitFaults = {
  'git-path': (path: string) => `${path} can't be the path of a project. Choose another one.`,
  'git-nothing-to-revert': "There's nothing to revert.",
  'git-commits-elsewhere':
    "These commits aren't on the branch that is checked out. Switch to their branch first.",
  'git-changed-since': (path: string) =>
    `${path} has changed since, so nothing was reverted. Revert by hand: git revert`,
  'git-changes-gone': 'This task is too old: I no longer have its changes. Its commits are in git: git log',
  'git-merge-lost': 'Git lost a file that it had merged. Try again.',
  'git-state-gone':
    'I no longer have the state from before, so nothing was restored. What was committed is in git: git log',
  'git-start-gone': 'I no longer have the state from before this task. What was committed is in git: git log',
  'git-branch-name': (name: string) =>
    `${name} isn't a branch name that git takes. Use letters, digits, - and /.`,
  'git-branch-there': (name: string) => `Branch ${name} exists already. Choose another name.`,
  'git-name': (name: string) => `${name} isn't the name of a branch or a remote.`,
  'git-not-started': (why: string) => `I couldn't start git: ${why}.`,
  'git-too-slow': (command: string, limitMs: number) =>
    `git ${command} took longer than ${limitMs} ms. Try again.`,
  'git-stopped': 'Git was stopped.',
  'git-too-much': (most: number) => `Git wrote more than ${most} bytes; ask for fewer files.`,
  'git-out-of-touch':
    'Nothing was sent to the remote: this machine has lost contact with the others, and one of them may have taken over. Try again in a minute.',
  'git-no-hook': (folder: string) =>
    `Nothing was pushed: no program can be started in ${folder}. Set TMPDIR to a folder where that works.`,
  'git-listing-stopped': 'Listing the files was stopped.',
  'git-fetched-too-large': (most: number) =>
    `What is fetched would be more than ${most} GB. If you need it, clone it into PROJECTS_ROOT yourself.`,
  'git-files-too-large': (most: number) =>
    `The files would be more than ${most} GB. If you need them, clone them into PROJECTS_ROOT yourself.`,
  'project-name-taken': (name: string) =>
    `PROJECTS_ROOT already has something called ${name}. Choose another name.`,
  'projects-root-moved':
    "PROJECTS_ROOT isn't the same folder any more, so nothing was made. Check it, then try again.",
  'git-no-branch-name': (name: string) => `${name} isn't the name of a branch.`,
  'worktree-file-too-large': (path: string, most: number) =>
    `${path} is larger than ${most} MB: I can't bring it over. Copy it by hand from the folder of the task.`,
  'worktree-file-changed': (path: string) => `${path} was changed while it was read. Try again.`,
  'worktree-files-too-large': (most: number) =>
    `These files have more than ${most} MB together. Copy them by hand.`,
  'worktree-not-copied': (path: string, folder: string) =>
    `I couldn't copy ${path} to ${folder}. Check its permissions and the free space.`,
  'worktree-unfinished': (kind: string) =>
    `The task left a ${kind} unfinished in its folder. Continue it with /agent-resume, or undo it. Then choose again.`,
  'worktree-head-moved': 'HEAD moved while I made the commit. Choose again.',
  'git-no-branch': (branch: string, project: string) => `There is no branch ${branch} in ${project}.`,
  'dependencies-stopped': 'Linking the dependencies was stopped.',
  'dependencies-too-many': 'It has too many packages to look at.',
  'landing-half':
    "The branch moved while I wrote. The files have what the task did, but its commits aren't on the branch.",
  'landing-locked': (lock: string) =>
    `Another git is working in this project, or was killed there. If none is running, remove ${lock}. Nothing was changed.`,
  'landing-branch-moved': 'The branch moved in the meantime, so nothing was changed.',
  'landing-changed': (files: string) =>
    `Something changed these files in the meantime, so I brought nothing over: ${files}.`,
  'dependencies-too-large': 'It has too many entries to link.',
  'dependencies-unknown': (path: string) => `It leads to ${path}, which git does not know.`,
  'worktree-no-commit': (project: string) =>
    `${project} has no commit yet, so it can't be copied for a task. Make a first commit.`,
  'worktree-branch-taken': (branch: string) =>
    `The branch ${branch} is checked out in another folder. Choose another name.`,
  'merge-contents-missing': 'The repository is missing contents of its own commits. Fetch them first.',
  'worktree-in-repository': (project: string, top: string) =>
    `${project} is a folder in the repository ${top}. A copy needs the whole repository: make that one the project.`,
  'worktree-sparse':
    'Only some files of this repository are checked out (git sparse-checkout). A copy needs them all.',
  'worktree-repository-moved': (project: string) => `The repository of ${project} is no longer where it was.`,
  'worktree-folder-gone': 'The folder that the task worked in is gone.',
  'worktree-changed': (folder: string) =>
    `${folder} is no longer a worktree of the project: its .git was changed.`,
  'worktree-foreign': (folder: string) => `${folder} isn't a worktree of mine.`,
  'landing-rewritten':
    'The task rewrote the history it started from, so its commits no longer fit. Its files are still in its own folder.',
  'merge-no-branch': (branch: string) => `There is no branch ${branch} to merge.`,
  'merge-unrelated': (branch: string) =>
    `${branch} and what is checked out have no commit in common. Merge by hand.`,
  'folder-not-removed': (folder: string, why: string) =>
    `I couldn't remove ${folder}: ${why}. Try again later.`,
  'folder-busy': 'Something is still writing in the folder, so I left it. Try again later.',
  'folder-mounted': (mounted: string, folder: string) =>
    `${mounted} is mounted. Unmount it, so that ${folder} can be removed.`,
  'branch-in-use': (branch: string) =>
    `The branch ${branch} is checked out, so it stays. Check out another one first.`,
  'worktree-setup-stopped': 'The setup of the worktree was stopped.',
  'github-stopped': 'The request to GitHub was stopped.',
  'github-token':
    'GitHub refused GITHUB_TOKEN: it is wrong or has expired. Make a new one: https://github.com/settings/tokens',
  'github-limit': "GitHub's request limit is reached. Try again in an hour.",
  'github-permission': (repository: string) =>
    `GITHUB_TOKEN isn't allowed to do this in ${repository}: it needs write access to contents and pull requests.`,
  'github-unknown': (repository: string) =>
    `GitHub knows no ${repository}, or GITHUB_TOKEN may not see it. Check GITHUB_REPO and the token.`,
  'github-pull': (why: string) => `GitHub refused the pull request: ${why}.`,
  'github-answered': (status: number) => `GitHub answered ${status}. Try again.`,
  'github-unreadable': (why: string) => `I can't read GitHub's answer. Try again: ${why}`,
  'git-says': (words: string) => `git: ${words}`,
  'git-says-owner': (words: string, mending: string) =>
    `git: ${words} The folder belongs to another user. If it is yours, run \`${mending}\`.`,
  'git-says-lock': (words: string, mending: string) =>
    `git: ${words} A git that was killed has left the lock behind, or one is at work. If none is, run \`${mending}\`.`,
  'git-no-repository': (folder: string) =>
    `${folder} is not in a git repository. Make one with \`git init\` there.`,
  'git-borrowed':
    "The .git file here leads into another folder's repository, which does not know this folder. If it is a worktree that was moved, run `git worktree repair` in it; else make a repository of its own.",
  'git-borrowed-parts': (path: string) =>
    `The repository here is partly another one: ${path} leads out of it, so that commits would be made there. Clone it anew, or add a worktree with \`git worktree add\`.`,
  'git-borrowed-objects': (path: string) =>
    `The repository here reads objects of another project, ${path}. Make it whole: run \`git repack -a -d\` in it, then delete .git/objects/info/alternates.`,
  'git-own-setting': (key: string, harm: string) =>
    `The repository's own configuration sets ${key}. ${harm} Remove it, or set it in your global git configuration if you trust it.`,
  'git-setting-runs': 'Git would run it.',
  'git-setting-downloads': 'It could download from elsewhere.',
  'git-setting-connects': 'It could lead the connection elsewhere.',
  'git-setting-pushes': 'It would push to several places at once.',
  'git-setting-restores': 'Without it the files would come back with other content than before.',
  'git-setting-commits': 'Without it the commit would hold other content than meant.',
  'git-setting-merges': 'Without it the merged files would hold other content than meant.',
  'git-not-installed': 'Git is not installed. To get it: sudo apt install git (or dnf, pacman, apk, brew).',
  'git-folder-gone': (folder: string) => `I couldn't start git: ${folder} is gone.`,
  'landing-not-written': (path: string) =>
    `${path} could not be written: the disk may be full, or something is in its place. Nothing was changed.`,
  'landing-half-written': (path: string, written: string) =>
    `${path} could not be written: the disk may be full, or something is in its place. These are written: ${written}.`,
  'merge-detached': (branch: string) =>
    `The folder of the task is on no branch now, not on ${branch}. Check ${branch} out there, or merge by hand.`,
  'merge-elsewhere': (present: string, branch: string) =>
    `The folder of the task is on the branch ${present} now, not on ${branch}. Check ${branch} out there, or merge by hand.`,
};
