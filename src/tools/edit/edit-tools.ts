/** Tools that change, move or delete one file, which a task's undo brings back. */
export const EDIT_TOOLS: readonly string[] = ['apply_patch', 'delete_file', 'move_file', 'write_source_file'];
