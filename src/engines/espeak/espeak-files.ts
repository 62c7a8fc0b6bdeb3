import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EspeakModule } from '@echogarden/espeak-ng-emscripten'

/** eSpeak as it is loaded, with its files. */
export interface EspeakProgram extends Disposable {
  readonly module: EspeakModule
}

/**
 * eSpeak keeps the files of a hundred languages in a file system in memory, 24 MB for each instance. Here a file is read
 * from the package when eSpeak first opens it.
 */
export async function loadEspeak(): Promise<EspeakProgram> {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten')
  const script = import.meta.resolve('@echogarden/espeak-ng-emscripten')
  const file = openSync(fileURLToPath(new URL('espeak-ng.data', script)), 'r')
  try {
    // Pages of it take no memory before they are written to.
    const files = new ArrayBuffer(fstatSync(file).size)
    const module = await load({ getPreloadedPackage: () => files })
    const { FS } = module
    const { open } = FS
    const filled = new Set<Uint8Array>()
    FS.open = (...how) => {
      const stream = open(...how)
      const { contents } = stream.node
      if (contents?.buffer === files && !filled.has(contents)) {
        readSync(file, contents, 0, contents.length, contents.byteOffset)
        filled.add(contents)
      }
      return stream
    }
    return { module, [Symbol.dispose]: () => closeSync(file) }
  } catch (error) {
    closeSync(file)
    throw error
  }
}
