/** Which project a chat works in. */
export const projectTexts = {
  howToSwitch: (name: string) => `Switch projects: /workspace switch ${name}`,
  notTheSame: 'Its project folder is gone or replaced. Put it back first.',
  chooseFirst:
    "Choose a project first: /workspace switch <name>\n/workspace lists them. PROJECT_ROOT only holds them; I don't work in it.",
  gone: (name: string) =>
    `This chat's project ${name} is gone.\nChoose another: /workspace switch <name>. /workspace lists them.`,
};
