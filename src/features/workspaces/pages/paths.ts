export const PROJECTS_PATH = '/projects';
