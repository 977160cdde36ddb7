export const AUDIT_PATH = '/audit';
/** What was searched for, to keep. */
export const AUDIT_FILE_PATH = '/audit/file';
