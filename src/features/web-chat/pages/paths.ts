export const CHAT_PATH = '/chat';
export const FILES_PATH = `${CHAT_PATH}/files`;
