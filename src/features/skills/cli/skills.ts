import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { SkillListOptions } from './list-skills.ts';
import type { SkillShowOptions } from './show-skill.ts';
import { skillsHelp } from './skills-help.ts';

export const skillsSubCommand: SubCommand = (program, host) => {
  const help = skillsHelp[host.helpLocale];
  const skills = program.command('skills').description(help.about).addHelpText('after', help.example);
  skills
    .command('list')
    .description(help.list.about)
    .addHelpText('after', help.list.example)
    .option('--json', help.list.json)
    .option('--workspace <dir>', help.workspace)
    .action(async (options: SkillListOptions) => {
      const { listSkills } = await import('./list-skills.ts');
      await listSkills(host, options);
    });
  skills
    .command('show')
    .argument('<name>', help.show.name)
    .description(help.show.about)
    .addHelpText('after', help.show.example)
    .option('--workspace <dir>', help.workspace)
    .action(async (name: string, options: SkillShowOptions) => {
      const { showSkill } = await import('./show-skill.ts');
      host.setExitCode(await showSkill(host, name, options));
    });
};
