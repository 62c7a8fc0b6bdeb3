import { describeMp3, describeWav, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving } from '../check.ts'
import { ask, bearer } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { TEXT } from '../texts.ts'

/** It compares the type of the answer exactly, and takes the time to the headers for that to the first audio. */
const tts = (body: Readonly<Record<string, string>>, accept: string, describe: (bytes: Buffer) => string): Check => ({
  name: `${body.modelId}, ${accept}`,
  async run(target, signal) {
    const headers = { ...bearer(target), accept, 'user-agent': 'rime-cli/0 (doctor)' }
    const answer = await ask(target, '/v1/rime-tts', { headers, body: { text: TEXT, ...body } }, signal)
    const type = answer.headers.get('content-type')
    if (type !== accept) throw misbehaving(`the type of the answer is ${type} instead of ${accept}`)
    return withTime(describe(answer.bytes), answer.firstByteMs)
  },
})

/** The official command line, with the voices that it uses by itself. */
export const rimeCli: Client = {
  name: 'rime-cli',
  needed: SERVER_AND_KEY,
  checks: [
    tts({ modelId: 'arcana', speaker: 'vespera', lang: 'eng' }, 'audio/wav', describeWav),
    tts({ modelId: 'arcana', speaker: 'astra', lang: 'eng' }, 'audio/wav', describeWav),
    tts({ modelId: 'mistv2', speaker: 'cove', lang: 'eng' }, 'audio/mp3', describeMp3),
  ],
}
