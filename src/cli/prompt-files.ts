import { extname } from 'node:path'
import { csvRows } from '../app/dictionary/dictionary-csv.ts'

const COLUMNS = ['name', 'text', 'speaker', 'lang'] as const

/**
 * The prompts of a file, as `POST /v1/jobs` takes them: a list in JSON, or CSV with the columns name and text, and perhaps speaker
 * and lang. Throws an Error of one line.
 */
export function readPrompts(file: string, content: string): unknown {
  if (extname(file).toLowerCase() !== '.json') return promptsInCsv(file, content)
  try {
    return JSON.parse(content)
  } catch {
    throw new Error(`${file} is not JSON`)
  }
}

function promptsInCsv(file: string, content: string): object[] {
  const [head, ...rows] = csvRows(content)
  const names = head?.fields.map((field) => field.trim().toLowerCase()) ?? []
  if (!names.includes('name') || !names.includes('text')) {
    throw new Error(`${file}: the first line must name the columns name and text`)
  }
  const columns = COLUMNS.map((name) => [name, names.indexOf(name)] as const)
  return rows
    .filter(({ fields }) => fields.some((field) => field.trim() !== ''))
    .map(({ fields }) => {
      const filled = columns.filter(([name, i]) => name === 'text' || (fields[i] ?? '').trim() !== '')
      return Object.fromEntries(filled.map(([name, i]) => [name, name === 'text' ? fields[i] : fields[i]?.trim()]))
    })
}
