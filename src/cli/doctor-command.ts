import { Command, Option } from 'commander'
import type { Finding, Outcome } from '../app/client-checks.ts'
import { INTEGRATIONS, type IntegrationName } from '../app/integrations.ts'
import { FALLBACK_SPEAKER } from '../app/speech/resolve-request.ts'
import { isLoopback } from '../core/origin.ts'
import type { Catalogue } from '../core/voice.ts'
import type { Target } from '../doctor/check.ts'
import { DOCTOR_CLIENTS } from '../doctor/client-list.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { type EngineSample, SERVER_AND_KEY, serverChecks } from '../doctor/server-checks.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { chosenServer, type DefaultServers } from './chosen-server.ts'

export interface DoctorParts extends DefaultServers {
  readonly readDoctorSettings: () => DoctorSettings
  /** The voices with the engines that a server of this configuration prefers. */
  readonly readPreferredCatalogue: () => Promise<Catalogue>
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

export interface DoctorSettings {
  readonly wyomingPort: number
  readonly dataDir: string
}

interface DoctorOptions {
  readonly client?: IntegrationName
  readonly keyFile?: string
  readonly json?: true
}

export const doctorCommand = (parts: DoctorParts): Command =>
  new Command('doctor')
    .description('check a running server, or replay the requests of a client, and suggest fixes')
    .argument('[url]', 'URL of the server (default: HOARFROST_URL, or HOST and PORT)')
    .addOption(
      new Option('--client <client>', 'replay this client, and print its configuration').choices(
        DOCTOR_CLIENTS.map(({ name }) => name),
      ),
    )
    .option('--key-file <file>', 'file that contains the API key (default: HOARFROST_API_KEY)')
    .option('--json', 'write JSON')
    .addHelpText('after', HELP)
    .action((url: string | undefined, options: DoctorOptions) => examine(url, options, parts))

const HELP = `
The command speaks a few sentences with the server. It exits with 1 if a check fails. Warnings (!) are not failures.
--client home-assistant connects to port HOARFROST_WYOMING_PORT, 10200 by default, on the host of the URL.`

async function examine(url: string | undefined, options: DoctorOptions, parts: DoctorParts): Promise<void> {
  const settings = parts.readDoctorSettings()
  const target = await targetOf(url, options, settings, parts)
  const client = DOCTOR_CLIENTS.find(({ name }) => name === options.client)
  const isHere = isLoopback(target.url)
  const plan = client ?? {
    needed: SERVER_AND_KEY,
    checks: serverChecks(samplesOf(await parts.readPreferredCatalogue()), isHere ? settings.dataDir : null),
  }
  const integration = client && INTEGRATIONS[client.name]
  const write = (text: string): void => void (options.json || process.stdout.write(text))
  write(`Hoarfrost at ${target.url}${integration ? `, as a server for ${integration.title}` : ''}\n\n`)
  const findings: Finding[] = []
  for await (const finding of runChecks(plan, target, parts.signal)) {
    findings.push(finding)
    write(lineOf(finding))
  }
  const failed = findings.filter(({ outcome }) => outcome === 'failed')
  const configuration =
    integration?.code({ url: target.url, speaker: target.speaker, wyomingPort: target.wyoming.port }) ?? null
  if (configuration !== null)
    write(`\nConfiguration of ${integration?.title}:\n\n${configuration.replaceAll(/^/gm, '  ')}\n`)
  write(failed.length === 0 ? `\nPassed.\n` : `\n${failed.length} of ${findings.length} checks failed.\n`)
  if (options.json) {
    const report = {
      url: target.url,
      client: client?.name ?? null,
      passed: failed.length === 0,
      findings,
      configuration,
    }
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
  }
  if (failed.length > 0) process.exitCode = 1
}

const MARKS: Readonly<Record<Outcome, string>> = { passed: '✓', warning: '!', failed: '✗' }

const lineOf = ({ check, outcome, detail, hint }: Finding): string =>
  `${MARKS[outcome]} ${check}: ${detail}\n${hint === null ? '' : `    ${hint}\n`}`

async function targetOf(
  given: string | undefined,
  { keyFile }: DoctorOptions,
  { wyomingPort }: DoctorSettings,
  parts: DoctorParts,
): Promise<Target> {
  const { url, apiKey } = await chosenServer({ url: given, keyFile }, parts)
  const { hostname } = new URL(url)
  return {
    url,
    clientUrl: url,
    apiKey,
    speaker: FALLBACK_SPEAKER,
    wyoming: { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: wyomingPort },
  }
}

/** One voice of each engine, and of each language that it speaks alone. */
function samplesOf(catalogue: Catalogue): readonly EngineSample[] {
  const samples = new Map<string, EngineSample>()
  for (const { speaker, language, engineVoice } of catalogue.ofModel('coda')) {
    const { engine } = engineVoice
    const text = LANGUAGE_MODULES[language].trialText
    const key = `${engine} ${language}`
    if (!samples.has(key)) samples.set(key, { engine, speaker, language, text })
  }
  return [...samples.values()]
}
