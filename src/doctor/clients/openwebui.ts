import { describeMp3 } from '../audio.ts'
import { type Check, type Client, misbehaving } from '../check.ts'
import { ask, jsonOf } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { speech } from './openai.ts'

/** Listed without a key; if that fails, Open WebUI shows six names of its own. */
const listing = (name: 'voices' | 'models'): Check => ({
  name: `GET /v1/audio/${name}, without a key`,
  async run(target, signal) {
    const listed = (
      jsonOf(await ask(target, `/v1/audio/${name}`, {}, signal)) as Record<string, { id?: unknown }[] | undefined>
    )[name]
    if (!listed?.length || listed.some(({ id }) => typeof id !== 'string')) throw misbehaving(`no ${name} are listed`)
    return `${listed.length} ${name}`
  },
})

export const openwebui: Client = {
  name: 'openwebui',
  needed: SERVER_AND_KEY,
  checks: [listing('voices'), listing('models'), speech({ model: 'tts-1', voice: 'alloy' }, 'audio/mpeg', describeMp3)],
}
