import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { SkillListOptions } from './list-skills.ts';
import type { SkillShowOptions } from './show-skill.ts';

const WORKSPACE = ['--workspace <dir>', 'the project (default: PROJECT_ROOT)'] as const;

export const skillsSubCommand: SubCommand = (program, host) => {
  const skills = program
    .command('skills')
    .description("List and show skills, the project's and your own")
    .addHelpText('after', '\nExample: wasap skills list');
  skills
    .command('list')
    .description('List the skills, what each is for, and folders that cannot be used')
    .addHelpText('after', '\nExample: wasap skills list')
    .option('--json', 'as {"skills","unusable"}')
    .option(...WORKSPACE)
    .action(async (options: SkillListOptions) => {
      const { listSkills } = await import('./list-skills.ts');
      await listSkills(host, options);
    });
  skills
    .command('show')
    .argument('<name>', 'as pdf, /pdf, plugin:pdf or apps:web:pdf')
    .description('Print one as tasks load it, with its files; exit code 1 if there is none')
    .addHelpText('after', '\nExample: wasap skills show pdf')
    .option(...WORKSPACE)
    .action(async (name: string, options: SkillShowOptions) => {
      const { showSkill } = await import('./show-skill.ts');
      host.setExitCode(await showSkill(host, name, options));
    });
};
