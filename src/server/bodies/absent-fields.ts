/** Objects in lists in objects in a body: as deep as any schema. */
const DEEPEST = 6

/** A copy of JSON without the fields that count as absent, in objects and in the objects of lists. Lists keep all their elements. */
export function withoutAbsent(
  value: unknown,
  isAbsent: (name: string, value: unknown) => boolean,
  depth: number = DEEPEST,
): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) return value.map((each) => withoutAbsent(each, isAbsent, depth - 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !isAbsent(name, each))
      .map(([name, each]) => [name, withoutAbsent(each, isAbsent, depth - 1)]),
  )
}
