import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_WYOMING_PORT, INTEGRATION_NAMES, INTEGRATIONS, type IntegrationName } from '../src/app/integrations.ts'
import { DOCTOR_CLIENTS } from '../src/doctor/client-list.ts'

const page = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const PLACE = { url: 'http://127.0.0.1:8000', speaker: 'luna', wyomingPort: DEFAULT_WYOMING_PORT }

const blockOf = (name: IntegrationName): string => {
  const { language, code } = INTEGRATIONS[name]
  return `\`\`\`${language}\n${code(PLACE)}\n\`\`\`\n`
}

test.each(INTEGRATION_NAMES)('docs/clients.md has the configuration of %s as hoarfrost doctor prints it', (name) => {
  expect(page('docs/clients.md')).toContain(blockOf(name))
})

test.each(['openai', 'livekit-python', 'pipecat', 'home-assistant', 'curl'] as const)(
  'README.md has the configuration of %s, of three lines',
  (name) => {
    const [, section = ''] = page('README.md').split('## Use it from your agent\n')
    expect(section.split('\n## ')[0]).toContain(blockOf(name))
    expect(INTEGRATIONS[name].code(PLACE).split('\n')).toHaveLength(3)
  },
)

test.each(INTEGRATION_NAMES.filter((name) => name !== 'home-assistant'))(
  'the configuration of %s names the voice that is asked for',
  (name) => expect(INTEGRATIONS[name].code({ ...PLACE, speaker: 'orion' })).toContain('orion'),
)

test('docs/clients.md lists the clients that hoarfrost doctor knows', () => {
  const [, list = ''] = /`NAME` is\s([^.]*)\./.exec(page('docs/clients.md')) ?? []
  expect(list.match(/[a-z-]{4,}/g)).toEqual(DOCTOR_CLIENTS.map(({ name }) => name))
})

test('the configuration of LiveKit for Python allows the hosts that its plugin does not know', () => {
  const code = (url: string) => INTEGRATIONS['livekit-python'].code({ ...PLACE, url })
  expect(code('https://speech.example.com')).toContain('url = "wss://speech.example.com/coda/ws"')
  expect(code('https://speech.example.com')).toContain(', allow_custom_endpoint=True)')
  expect(code('http://[::1]:8000')).not.toContain('allow_custom_endpoint')
})
