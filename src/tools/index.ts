import type { AnyTool } from '../contracts/tool.ts';
import { applyPatch } from './apply-patch.ts';
import { createTaskPlan } from './create-task-plan.ts';
import { delegate } from './delegate.ts';
import { delegateWork } from './delegate-work.ts';
import { deleteFile } from './delete-file.ts';
import { getFileOutline } from './get-file-outline.ts';
import { getTaskPlan } from './get-task-plan.ts';
import { gitCommit } from './git-commit.ts';
import { gitCreateBranch } from './git-create-branch.ts';
import { gitCreatePr } from './git-create-pr.ts';
import { gitDiff } from './git-diff.ts';
import { gitFetch } from './git-fetch.ts';
import { gitHistory } from './git-history.ts';
import { gitIntegrate } from './git-integrate.ts';
import { gitPush } from './git-push.ts';
import { gitStash } from './git-stash.ts';
import { gitStatus } from './git-status.ts';
import { listAllowedCommands } from './list-allowed-commands.ts';
import { listSourceFiles } from './list-source-files.ts';
import { manageProcess } from './manage-process.ts';
import { moveFile } from './move-file.ts';
import { previewPatch } from './preview-patch.ts';
import { readDocument } from './read-document.ts';
import { readImage } from './read-image.ts';
import { readLines } from './read-lines.ts';
import { readSourceFile } from './read-source-file.ts';
import { requestUserApproval } from './request-user-approval.ts';
import { runCommand } from './run-command.ts';
import { searchSourceCode } from './search-source-code.ts';
import { updateTaskStatus } from './update-task-status.ts';
import { writeSourceFile } from './write-source-file.ts';

/** Every tool of no feature, by name. */
export const tools: readonly AnyTool[] = [
  applyPatch,
  createTaskPlan,
  delegate,
  delegateWork,
  deleteFile,
  getFileOutline,
  getTaskPlan,
  gitCommit,
  gitCreateBranch,
  gitCreatePr,
  gitDiff,
  gitFetch,
  gitHistory,
  gitIntegrate,
  gitPush,
  gitStash,
  gitStatus,
  listAllowedCommands,
  listSourceFiles,
  manageProcess,
  moveFile,
  previewPatch,
  readDocument,
  readImage,
  readLines,
  readSourceFile,
  requestUserApproval,
  runCommand,
  searchSourceCode,
  updateTaskStatus,
  writeSourceFile,
];
