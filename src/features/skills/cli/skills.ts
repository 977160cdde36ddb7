import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { SkillListOptions, SkillShowOptions } from './show-skills.ts';

export const skillsSubCommand: SubCommand = (program, host) => {
  const help = skillsHelp[host.terminalLocale];
  const skills = program.command('skills').description(help.about).addHelpText('after', help.example);
  skills
    .command('list')
    .description(help.list.about)
    .addHelpText('after', help.list.example)
    .option('--json', help.list.json)
    .option('--workspace <dir>', help.workspace)
    .action(async (options: SkillListOptions) => {
      const { listSkills } = await import('./show-skills.ts');
      await listSkills(host, options);
    });
  skills
    .command('show')
    .argument('<name>', help.show.name)
    .description(help.show.about)
    .addHelpText('after', help.show.example)
    .option('--workspace <dir>', help.workspace)
    .action(async (name: string, options: SkillShowOptions) => {
      const { showSkill } = await import('./show-skills.ts');
      host.setExitCode(await showSkill(host, name, options));
    });
};

const english = {
  about: "List and show skills, the project's and your own",
  workspace: 'the project (default: PROJECT_ROOT)',
  example: '\nExample: wasap skills list',
  list: {
    about: 'List the skills, what each is for, and folders that cannot be used',
    example: '\nExample: wasap skills list',
    json: 'as {"skills","unusable"}',
  },
  show: {
    name: 'as pdf, /pdf, plugin:pdf or apps:web:pdf',
    about: 'Print one as tasks load it, with its files; exit code 1 if there is none',
    example: '\nExample: wasap skills show pdf',
  },
};

const spanish: typeof english = {
  about: 'Lista y muestra skills, del proyecto y tuyas',
  workspace: 'el proyecto (por defecto: PROJECT_ROOT)',
  example: '\nEjemplo: wasap skills list',
  list: {
    about: 'Lista las skills, para qué es cada una, y carpetas que no sirven',
    example: '\nEjemplo: wasap skills list',
    json: 'como {"skills","unusable"}',
  },
  show: {
    name: 'como pdf, /pdf, plugin:pdf o apps:web:pdf',
    about: 'Muestra una como la cargan las tareas, con sus archivos; código de salida 1 si no existe',
    example: '\nEjemplo: wasap skills show pdf',
  },
};

const skillsHelp = { en: english, es: spanish };
