import { readFileSync, writeFileSync } from 'node:fs'
import loadWabt from 'wabt'

// Compiles the inner loop of the resampler into the given file, or into the sources.

const SOURCE = new URL('../src/audio/resampling/kernel.wat', import.meta.url)
const COMPILED = new URL('../src/audio/resampling/kernel-binary.ts', import.meta.url)

const wabt = await loadWabt()
const kernel = wabt.parseWat(SOURCE.pathname, readFileSync(SOURCE, 'utf8'))
kernel.resolveNames()
kernel.validate()
const { buffer } = kernel.toBinary({})
const lines = Buffer.from(buffer)
  .toString('base64')
  .match(/.{1,110}/g)
  ?.map((line) => `  '${line}',`)
writeFileSync(
  process.argv[2] ?? COMPILED,
  `// Compiled from kernel.wat by \`npm run resampler:compile\`.
export const KERNEL_BASE64 = [
${lines?.join('\n')}
].join('')
`,
)
