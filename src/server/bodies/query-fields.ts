/**
 * The parameters of a URL. Empty ones are null; of repeated ones the first counts. Those in `numbers` are numbers, unless
 * they are not written as such.
 */
export const queryFields = (url: string, numbers: readonly string[] = []): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new URLSearchParams(url.split('?')[1])]
      .reverse()
      .map(([name, value]) => [name, numbers.includes(name) ? numberIn(value) : presentIn(value)]),
  )

const presentIn = (value: string): string | null => (value.trim() === '' ? null : value)

const numberIn = (value: string): number | string | null =>
  value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : presentIn(value)
