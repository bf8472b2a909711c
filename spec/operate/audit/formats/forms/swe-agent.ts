/** SWE-agent. */
import type { Story } from '../story.js'
import { type Data, type Form, json } from './form.js'

const trajectory = (story: Story): Data => ({
  environment: 'swe_main',
  trajectory: story.map(({ name, args, answer }) => ({
    action:
      typeof name === 'string' && name !== '' && typeof args === 'object' && args !== null
        ? `${name} ${Object.entries(args)
            .map(([field, value]) => `${field}=${String(value)}`)
            .sort((one, other) => one.localeCompare(other))
            .join(' ')}`
        : undefined,
    observation: answer,
    response: 'Let me look.',
    state: '{"open_file":"n/a"}',
    thought: ''
  })),
  history: [{ role: 'system', content: 'Help.' }],
  info: { exit_status: 'submitted' }
})

export const SWE_AGENT: ReadonlyArray<Form> = [
  {
    name: 'SWE-agent',
    origin: 'auto-code-rover results and SWE-agent trajectories',
    format: 'swe-agent',
    write: (story) => json(trajectory(story)),
    call: /"action": "[a-z]/g,
    answer: /"observation": "/g,
    words: ['"trajectory"', '"action"', '"observation"']
  }
]
