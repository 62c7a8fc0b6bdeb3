import { type ApiKeyStore, stateOfKey } from '../core/api-key.ts'
import { didYouMean } from '../core/closest-name.ts'

/** The id of a stored key by its id, or by a name that one of the valid keys has. Throws an Error of one line. */
export async function idOfKey(key: string, keys: Pick<ApiKeyStore, 'list'>): Promise<string> {
  const stored = await keys.list()
  if (stored.some(({ id }) => id === key)) return key
  const named = stored.filter((each) => each.name === key && stateOfKey(each, new Date()) === 'active')
  const [only, ...others] = named
  if (only !== undefined && others.length === 0) return only.id
  if (only !== undefined) {
    throw new Error(`several keys have the name ${key}; give one of the ids ${named.map(({ id }) => id).join(', ')}`)
  }
  const known = stored.flatMap(({ id, name }) => [id, ...(name === '' ? [] : [name])])
  const hint = didYouMean(key, known)
  throw new Error(`no key has the id or name ${key}${hint && `.${hint}`}`)
}
