import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SETTING_GROUPS, SETTING_LIST, type Setting } from '../src/main/config.ts'

// Writes docs/settings.md from the settings of src/main/config.ts, by group.

/** Where the settings of a group are explained. */
const PAGES: Readonly<Record<Setting['group'], string>> = {
  server: 'See [operating.md](operating.md).',
  network: 'See [TLS](operating.md#tls), [reverse proxies](operating.md#reverse-proxy) and [browsers](browser.md).',
  keys: 'See [keys.md](keys.md) and the [limits of texts](api.md).',
  load: 'See [overload](operating.md#overload).',
  voices:
    'See [voices.md](voices.md), [models.md](models.md), [marks of synthetic audio](synthetic-audio.md) and [the end of a turn](websocket.md#the-end-of-a-turn).',
  packs: 'See [voice-packs.md](voice-packs.md).',
  storage: 'See [PostgreSQL](operating.md#postgresql) and [backup](operating.md#backup).',
  jobs: 'See [jobs.md](jobs.md).',
  observability: 'See [monitoring](operating.md#monitoring) and [traces](operating.md#traces).',
  wyoming: 'See [wyoming.md](wyoming.md).',
}

const escaped = (text: string): string => text.replaceAll(/[|*<>]/g, '\\$&')

/** A row of Markdown: the variable, its default and its description. */
export const settingRow = ({ variable, fallback, description }: Setting): string =>
  `| \`${variable}\` | ${fallback === '' ? '' : `\`${fallback}\` `}| ${escaped(description)} |`

const rowWithValues = (setting: Setting): string => `${settingRow(setting)} ${escaped(setting.allowed)} |`

function section(group: Setting['group']): string {
  const rows = SETTING_LIST.filter((setting) => setting.group === group).map(rowWithValues)
  return [
    `## ${SETTING_GROUPS[group]}`,
    PAGES[group],
    ['| Variable | Default | Description | Must be |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

/** The whole of docs/settings.md. */
export const settingsPage = (): string =>
  `${[
    `# Settings

<!-- Written by \`npm run docs:settings\` from src/main/config.ts; a test holds the two together. -->

Hoarfrost reads environment variables and the file \`.env\` in the working directory. The environment overrides the file. An
empty value counts as unset.

- An invalid value stops the server at startup. The message names the variable and what it must be.
- Unknown variables that begin with \`HOARFROST_\` are logged as warnings.
- A setting that holds a secret can be in a file: the variable with \`_FILE\` at its end names the file
  ([secrets](operating.md#secrets)).
- \`hoarfrost serve --help\` prints the variables with their defaults and descriptions.`,
    ...(Object.keys(SETTING_GROUPS) as Setting['group'][]).map(section),
    `## Other variables

| Variable | Description |
| --- | --- |
| \`HTTPS_PROXY\`, \`HTTP_PROXY\`, \`NO_PROXY\` | Proxies for downloads of [voice packs](voice-packs.md) |
| \`OTEL_SERVICE_NAME\`, \`OTEL_RESOURCE_ATTRIBUTES\`, … | Variables of the OpenTelemetry SDK, for [traces](operating.md#traces) |
| The variable of \`packs connect --key-variable\` | Key of a [remote server](voice-packs.md) that speaks voices |
| \`NODE_EXTRA_CA_CERTS\` | File with the certificates of an authority of your own, in PEM; read by Node |
| Variables of the AWS SDK | Keys of the [bucket of jobs](jobs.md#several-servers), if \`HOARFROST_JOBS_S3_ACCESS_KEY_ID\` is empty |`,
  ].join('\n\n')}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../docs/settings.md', import.meta.url), settingsPage())
}
