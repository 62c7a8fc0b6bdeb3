const BREAK = /<break\b[^<>]{0,200}?\btime\s{0,5}=\s{0,5}["'](\d{1,6}(?:\.\d{1,6})?)(m?s)["'][^<>]{0,200}>/gi
const TAG = /<[^<>]{0,2000}>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: ' ', gt: ' ' }
const LONGEST_BREAK_MS = 10_000

/**
 * The text of SSML. `<break time="500ms"/>` becomes the markup of a pause, `<500>`, of at most 10 s; other tags are left
 * out.
 */
export const readSsml = (ssml: string): string =>
  ssml
    .split(BREAK)
    // The pattern has two groups, so every third part is text.
    .map((part, i, parts) => (i % 3 === 0 ? plainText(part) : i % 3 === 1 ? pause(part, parts[i + 1]) : ''))
    .join('')

const plainText = (ssml: string): string =>
  ssml.replaceAll(TAG, ' ').replaceAll(/&(amp|quot|apos|lt|gt);/g, (_, name: string) => ENTITIES[name] as string)

const pause = (time: string, unit: string | undefined): string =>
  ` <${Math.min(LONGEST_BREAK_MS, Math.round(Number(time) * (unit === 'ms' ? 1 : 1000)))}> `
