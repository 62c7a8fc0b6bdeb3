import { answerWithMessage } from '../../server/answers/json-errors.ts'
import type { Protocol } from '../../server/protocol.ts'
import { addPageRoutes } from './page-routes.ts'
import { addSessionRoutes } from './session-routes.ts'

/** The dashboard: its page at `/dashboard/`, and signing in with a key. */
export const dashboardProtocol: Protocol = {
  name: 'dashboard',
  register(server, app) {
    server.http.register(async (http) => {
      http.setErrorHandler(answerWithMessage(server.logger))
      addSessionRoutes({ ...server, http }, app)
      addPageRoutes(http)
    })
  },
}
