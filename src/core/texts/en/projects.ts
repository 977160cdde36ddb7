/** Which project a chat works in. */
export const projectTexts = {
  howToSwitch: (name: string) => `/workspace switch ${name} changes the project of this chat.`,
  notTheSame: 'The folder of its project is gone, or another one is in its place. Put it back first.',
  chooseFirst:
    'PROJECT_ROOT holds the other projects, so I do not work in it. Choose one first: /workspace switch <name>; /workspace lists them.',
  gone: (name: string) =>
    `The project of this chat, ${name}, is no longer there. Choose another one: /workspace switch <name>; /workspace lists them.`,
};
