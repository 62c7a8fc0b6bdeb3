import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, request } from 'node:https'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createCertificate } from '../certificates.ts'
import { readMetrics } from '../metrics-text.ts'
import { AUTHORIZATION, startWholeService, TONE_THREAD } from '../whole-service.ts'

// What deploy/grafana and deploy/prometheus ask for must be what /metrics of a running service has.

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[]
}

const fileOf = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
const alerts = (parse(fileOf('prometheus/alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules)
const { panels }: Dashboard = JSON.parse(fileOf('grafana/hoarfrost.json'))
const ASKED: readonly (readonly [string, string])[] = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]
/** Labels that Prometheus adds. */
const ADDED = ['instance', 'job']

/** The metrics of a service that has spoken. */
async function readServiceMetrics(): Promise<string> {
  const files = createCertificate()
  const ca = readFileSync(files.cert)
  const env = { HOARFROST_TLS_CERT: files.cert, HOARFROST_TLS_KEY: files.key }
  const { url } = await startWholeService(env, TONE_THREAD)
  const speech = request(`${url}/v1/rime-tts`, { method: 'POST', ca, agent: false, headers: AUTHORIZATION })
  speech.end(JSON.stringify({ modelId: 'coda', speaker: 'luna', text: 'Hello there.' }))
  const [answer] = await once(speech, 'response')
  await readText(answer)
  const [metrics] = await once(get(`${url}/metrics`, { ca, agent: false }), 'response')
  return readText(metrics)
}

test('alerts and panels ask for metrics and labels that a service has', async () => {
  const text = await readServiceMetrics()
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [String(name), type]))
  const labels = new Map<string, Set<string>>()
  for (const sample of readMetrics(text).keys()) {
    const [, name = '', rest = ''] = /^(\w+)(.*)$/.exec(sample) ?? []
    const known = labels.get(name) ?? new Set()
    for (const [, label = ''] of rest.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(name, known)
  }
  // Metrics of packs have samples only where packs are installed.
  for (const name of types.keys()) if (name.startsWith('hoarfrost_pack_')) labels.set(name, new Set(['pack']))
  const wrong: string[] = []
  for (const [place, expr] of ASKED) {
    const names = [...expr.matchAll(/\b((?:hoarfrost|process|nodejs)_\w+)/g)].map(([, name]) => String(name))
    if (names.length === 0 && !expr.startsWith('up{')) wrong.push(`${place} asks for nothing: ${expr}`)
    const known = new Set([...ADDED, ...names.flatMap((name) => [...(labels.get(name) ?? [])])])
    for (const name of names) if (!labels.has(name)) wrong.push(`${place}: there is no metric ${name}`)
    const used = [
      ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)"/g)].map(([, label]) => String(label)),
      ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(',').map((one) => one.trim())),
    ]
    for (const label of used) if (!known.has(label)) wrong.push(`${place}: ${names.join()} has no label ${label}`)
  }
  expect(wrong).toEqual([])
  expect(ASKED.length).toBeGreaterThan(30)
})
