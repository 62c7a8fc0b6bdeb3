import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'rolldown/utils'

/**
 * Compiles as the build does. Not by esbuild: there (0.28), an error in one turn of a loop is thrown again by the next if the loop
 * holds a `using`.
 */
export async function load(url, context, next) {
  const { protocol, pathname } = new URL(url)
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return next(url, context)
  const path = fileURLToPath(url)
  const options = { sourceType: 'module', target: 'node20.19', sourcemap: true }
  const { code, map, errors } = await transform(path, await readFile(path, 'utf8'), options)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const sourceMap = Buffer.from(JSON.stringify(map)).toString('base64')
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${sourceMap}`
  return { format: 'module', source, shortCircuit: true }
}
