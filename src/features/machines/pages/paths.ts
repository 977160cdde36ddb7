/** Where the page is. */
export const MACHINES_PATH = '/machines';
