/** The result of one check of a client. */
export interface Result {
  readonly client: string
  readonly package: string
  readonly version: string
  readonly check: string
  readonly seconds: number
  /** Empty if it passed. */
  readonly error: string
}

const CHECKS = ['turns', 'pause', 'barge-in', 'long text', 'word times', 'heard text', 'wrong key', 'example']
const START = '| Client |'

/** The table of docs/clients.md: a line for each client, a column for each check. */
export function tableOf(results: readonly Result[]): string {
  const clients = [...new Set(results.map(({ client }) => client))].sort((a, b) => a.localeCompare(b, 'en'))
  const lines = clients.map((client) => {
    const own = results.filter((result) => result.client === client)
    const { package: name, version } = own[0] as Result
    const cells = CHECKS.map((check) => {
      const result = own.find((each) => each.check === check)
      return result === undefined ? '' : result.error === '' ? 'yes' : 'no'
    })
    return `| ${[client, `\`${name}\` ${version}`, ...cells].join(' | ')} |`
  })
  const header = `${START} Package | ${CHECKS.join(' | ')} |`
  return [header, `| --- | --- |${' --- |'.repeat(CHECKS.length)}`, ...lines].join('\n')
}

/** The lines of the table in a text, without its header. */
export const tableRows = (text: string): readonly string[] => tableIn(text).split('\n').slice(2)

/** The text with another table. */
export const withTable = (text: string, table: string): string => text.replace(tableIn(text), table)

function tableIn(text: string): string {
  const start = text.indexOf(START)
  return text.slice(start).split('\n\n')[0]?.trimEnd() ?? ''
}
