import type { Steps } from '../core/steps.ts'

/** A piece of a text that one voice speaks. */
export interface Turn {
  /** As it was given, not as the line has it; undefined for text outside of a dialogue. */
  readonly name: string | undefined
  /** Without the names. */
  readonly text: string
}

/** UTF-16 units. Longer beginnings of lines are no names. */
const MAX_NAME_LENGTH = 100

/**
 * Cuts a text at the lines that begin with one of the names and a colon, such as `Anna: Hello.`, also in other capitals or
 * in bold (`**Anna:**`). A turn ends at the next such line, or at an empty line. Turns of the same name in a row are one.
 */
export function* turnsOf(text: string, names: readonly string[]): Steps<readonly Turn[]> {
  const nameOf = new Map(names.map((name) => [foldedName(name), name]))
  const turns: Turn[] = []
  let lines: string[] = []
  let speaking: string | undefined
  function end(): void {
    const ended = lines.join('\n')
    lines = []
    if (ended.trim() === '') return
    const last = turns.at(-1)
    if (last === undefined || last.name !== speaking) turns.push({ name: speaking, text: ended })
    else turns[turns.length - 1] = { name: speaking, text: `${last.text}\n\n${ended}` }
  }
  for (const line of text.split(/\r?\n/)) {
    yield
    const colon = line.slice(0, MAX_NAME_LENGTH).search(/[:：]/)
    const name = colon < 0 ? undefined : nameOf.get(foldedName(line.slice(0, colon)))
    if (name !== undefined) {
      end()
      speaking = name
      lines.push(line.slice(colon + 1).replace(/^\*{0,2}\s*/, ''))
    } else if (line.trim() === '' && speaking !== undefined) {
      end()
      speaking = undefined
    } else {
      lines.push(line)
    }
  }
  end()
  return turns
}

/** Names that are the same in a script. */
export const foldedName = (name: string): string => name.replaceAll('*', '').trim().normalize('NFC').toLowerCase()
