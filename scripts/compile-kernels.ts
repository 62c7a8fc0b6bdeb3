import { readFileSync, writeFileSync } from 'node:fs'
import loadWabt from 'wabt'

// Compiles inner loops in WebAssembly (kernel.wat) into the sources (kernel-binary.ts). With `--check`, fails if they differ.

const KERNELS = ['src/audio/resampling/', 'src/engines/spectra/filter/', 'src/engines/spectra/fourier/'].map(
  (path) => new URL(`../${path}`, import.meta.url),
)

const wabt = await loadWabt()
for (const folder of KERNELS) {
  const source = new URL('kernel.wat', folder)
  const compiled = new URL('kernel-binary.ts', folder)
  const kernel = wabt.parseWat(source.pathname, readFileSync(source, 'utf8'))
  kernel.resolveNames()
  kernel.validate()
  const lines = Buffer.from(kernel.toBinary({}).buffer)
    .toString('base64')
    .match(/.{1,110}/g)
    ?.map((line) => `  '${line}',`)
  const text = `// Compiled from kernel.wat by \`npm run kernels:compile\`.
export const KERNEL_BASE64 = [
${lines?.join('\n')}
].join('')
`
  if (!process.argv.includes('--check')) writeFileSync(compiled, text)
  else if (readFileSync(compiled, 'utf8') !== text) throw new Error(`${compiled.pathname}: run npm run kernels:compile`)
}
