import Papa from 'papaparse'

/** A text that becomes a file of its own, as the API takes it, which checks it. */
export interface Prompt {
  readonly name?: string | undefined
  readonly text?: string | undefined
  readonly speaker?: string | undefined
  readonly lang?: string | undefined
}

export interface ReadPrompts {
  readonly prompts: readonly Prompt[]
  /** Why they cannot be read. */
  readonly fault?: string
}

const COLUMNS: readonly string[] = ['name', 'text', 'speaker', 'lang']

/** Reads a list in JSON, or CSV whose first line names the columns `name` and `text`, and perhaps `speaker` and `lang`. */
export function readPrompts(text: string): ReadPrompts {
  if (text.trim() === '') return { prompts: [] }
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
}

function readJson(text: string): ReadPrompts {
  try {
    const prompts: unknown = JSON.parse(text)
    if (!Array.isArray(prompts))
      return { prompts: [], fault: 'The JSON must be an array of objects with name and text.' }
    const fault = prompts.map(faultOf).find((each) => each !== undefined)
    return fault === undefined ? { prompts } : { prompts: [], fault }
  } catch {
    return { prompts: [], fault: 'The prompts are not valid JSON.' }
  }
}

function faultOf(prompt: unknown, index: number): string | undefined {
  if (typeof prompt !== 'object' || prompt === null || Array.isArray(prompt))
    return `Prompt ${index + 1}: it must be an object with name and text.`
  const wrong = Object.entries(prompt).find(([name, value]) => COLUMNS.includes(name) && typeof value !== 'string')
  return wrong && `Prompt ${index + 1}: ${wrong[0]} must be a string.`
}

function readCsv(text: string): ReadPrompts {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  })
  if (!meta.fields?.includes('name') || !meta.fields.includes('text'))
    return { prompts: [], fault: 'The first line must name the columns name and text.' }
  for (const { type, code, row = 0 } of errors) {
    // Quotation marks are looked at before the first line is taken for the columns.
    if (type === 'Quotes') return { prompts: [], fault: `Prompt ${row}: a quotation mark is misplaced or not closed.` }
    if (code === 'TooManyFields')
      return { prompts: [], fault: `Prompt ${row + 1}: a text with commas must be in quotation marks.` }
  }
  return { prompts: data.map(promptOf) }
}

/** Without empty fields, which stand for the defaults. */
const promptOf = (row: Readonly<Record<string, string>>): Prompt =>
  Object.fromEntries(
    COLUMNS.flatMap((name) => {
      const value = name === 'text' ? row[name] : row[name]?.trim()
      return value === undefined || (value === '' && name !== 'text') ? [] : [[name, value]]
    }),
  )
