import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useFakeTimers } from '../../test/fake-timers.ts'
import { createJobClient, type JobClient } from './job-client.ts'

/** A client of a server that answers so, and whether it has been asked. */
async function openClient(answer: (response: ServerResponse) => void) {
  let isAsked = false
  const server = createServer((_request, response) => {
    isAsked = true
    answer(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createJobClient({ url, apiKey: 'key' }, new AbortController().signal)
  return { client, isAsked: () => isAsked }
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 100; i++) await new Promise(setImmediate)
}

const list = (client: JobClient) => client.list(1)
const submit = (client: JobClient) => client.submit({}, undefined)

test.each([
  ['a question', 'without an answer', 60_000, list, () => {}],
  ['a question', 'whose answer does not end', 60_000, list, (response: ServerResponse) => void response.write('{')],
  ['a submission', 'without an answer', 300_000, submit, () => {}],
] as const)('%s %s is given up after %i ms', async (_what, _how, limitMs, ask, answer) => {
  useFakeTimers()
  const { client, isAsked } = await openClient(answer)
  const given: unknown[] = []
  const asking = ask(client).catch((error: unknown) => given.push(error))
  while (!isAsked()) await turns()
  vi.advanceTimersByTime(limitMs - 1)
  await turns()
  expect(given).toEqual([])
  vi.advanceTimersByTime(1)
  await asking
  expect(given).toEqual([expect.any(Error)])
})
