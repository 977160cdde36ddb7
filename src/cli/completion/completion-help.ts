const english = {
  about: 'Complete wasap with Tab in your shell',
  lines: `
Put one of these lines into the file that your shell reads at its start:
  ~/.bashrc                   eval "$(wasap completion bash)"
  ~/.zshrc, below compinit    eval "$(wasap completion zsh)"
  ~/.config/fish/config.fish  wasap completion fish | source

Example: wasap completion bash`,
};

const spanish: typeof english = {
  about: 'Completa wasap con Tab en tu shell',
  lines: `
Pon una de estas líneas en el archivo que tu shell lee al empezar:
  ~/.bashrc                   eval "$(wasap completion bash)"
  ~/.zshrc, tras compinit      eval "$(wasap completion zsh)"
  ~/.config/fish/config.fish  wasap completion fish | source

Ejemplo: wasap completion bash`,
};

export const completionHelp = { en: english, es: spanish };
