import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describedTools } from '../../src/features/contributions.ts';
import { openSkills } from '../../src/features/skills/open-skills.ts';
import { useSkill } from '../../src/features/skills/use-skill.ts';
import { toolBench } from '../support/tools-context.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/guide/skills.md');

test('the skill of the guide is found, loaded and its script run', async () => {
  const [, example = ''] = /```markdown\n(.*?)\n```/s.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const bench = toolBench({
    files: {
      '.claude/skills/greeting/SKILL.md': example,
      '.claude/skills/greeting/scripts/greet.py': "import sys\nprint('Dear', sys.argv[1])\n",
    },
    tools: [
      ...describedTools(),
      useSkill({
        in: () => skills.in(bench.root),
        read: (skill, file) => skills.read(skill, file),
        filesOf: (skill, signal) => skills.filesOf(skill, signal),
      }),
    ],
  });
  const skills = openSkills({
    config: path.join(bench.root, '../config'),
    data: path.join(bench.root, '../data'),
  });
  const loaded = await bench.call('use_skill', { name: 'greeting' });
  const [, command = ''] = /Run `(.*?) <name>`/.exec(loaded.text) ?? [];
  const { data } = await bench.call('run_command', { command: `${command} Ana` });
  expect(data).toMatchObject({ exit_code: 0, stdout: 'Dear Ana\n' });
});
