import type { Engine } from '../../core/engine.ts'

/**
 * Speaks through servers with OpenAI's speech API. A base voice is `FOLDER#VOICE`, where FOLDER is an installed pack
 * with the settings of a server and VOICE the server's name of a voice. Word times are estimated.
 */
export const remoteEngine: Engine = {
  name: 'remote',
  ownThread: 'at once',
  wordTimes: async () => 'estimated',
  // Loaded when the first pack needs it: the HTTP client takes as long as all engines together.
  load: async () => new (await import('./loaded-remote.ts')).LoadedRemote(),
}
