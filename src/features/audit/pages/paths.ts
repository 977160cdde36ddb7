export const AUDIT_PATH = '/audit';
/** Path of the file that keeps the result of a search. */
export const AUDIT_FILE_PATH = '/audit/file';
