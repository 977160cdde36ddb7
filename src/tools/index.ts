import type { AnyTool } from '../contracts/tool.ts';
import { applyPatch } from './apply-patch.ts';
import { createTaskPlan } from './create-task-plan.ts';
import { delegate } from './delegate.ts';
import { delegateWork } from './delegate-work.ts';
import { getFileOutline } from './get-file-outline.ts';
import { getTaskPlan } from './get-task-plan.ts';
import { getWorkspaceInfo } from './get-workspace-info.ts';
import { gitCommit } from './git-commit.ts';
import { gitCreateBranch } from './git-create-branch.ts';
import { gitCreatePr } from './git-create-pr.ts';
import { gitDiff } from './git-diff.ts';
import { gitPush } from './git-push.ts';
import { gitStatus } from './git-status.ts';
import { listAllowedCommands } from './list-allowed-commands.ts';
import { listSourceFiles } from './list-source-files.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { manageProcess } from './manage-process.ts';
import { previewPatch } from './preview-patch.ts';
import { readLines } from './read-lines.ts';
import { readSourceFile } from './read-source-file.ts';
import { remember } from './remember.ts';
import { requestUserApproval } from './request-user-approval.ts';
import { runCommand } from './run-command.ts';
import { searchSourceCode } from './search-source-code.ts';
import { switchWorkspace } from './switch-workspace.ts';
import { updateTaskStatus } from './update-task-status.ts';
import { writeSourceFile } from './write-source-file.ts';

/** Every tool, by name. Order and texts are part of each request's prefix: a change costs the cache of running sessions. */
export const tools: readonly AnyTool[] = [
  applyPatch,
  createTaskPlan,
  delegate,
  delegateWork,
  getFileOutline,
  getTaskPlan,
  getWorkspaceInfo,
  gitCommit,
  gitCreateBranch,
  gitCreatePr,
  gitDiff,
  gitPush,
  gitStatus,
  listAllowedCommands,
  listSourceFiles,
  listWorkspaces,
  manageProcess,
  previewPatch,
  readLines,
  readSourceFile,
  remember,
  requestUserApproval,
  runCommand,
  searchSourceCode,
  switchWorkspace,
  updateTaskStatus,
  writeSourceFile,
];
