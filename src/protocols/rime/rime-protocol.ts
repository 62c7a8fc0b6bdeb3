import { onceAMinute } from '../../server/observe/once-a-minute.ts'
import type { Protocol } from '../../server/protocol.ts'
import { addSocketRoutes, SOCKET_PATHS } from './socket-routes.ts'
import { addSpeechRoute, HOST_PATH, SPEECH_PATH } from './speech-route.ts'

const UNKNOWN_MODEL = 'requests named a model that does not exist; the default model serves them'

/** The protocol of voice agents: `POST /v1/rime-tts` and the WebSockets `/ws3`, `/ws2` and `/ws`. */
export const rimeProtocol: Protocol = {
  name: 'rime',
  pathsWithoutRequestId: [SPEECH_PATH, `POST ${HOST_PATH}`, ...SOCKET_PATHS], // S-model-4
  register(server, app) {
    const onUnknownModel = onceAMinute((count) => server.logger.warn({ count }, UNKNOWN_MODEL), app.clock)
    addSpeechRoute(server, app, onUnknownModel)
    addSocketRoutes(server, app, onUnknownModel)
  },
}
