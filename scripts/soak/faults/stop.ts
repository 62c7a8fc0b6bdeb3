import { DRAIN_S, type Fault } from '../fault.ts'

export const stop: Fault = {
  name: 'SIGTERM, drain and start',
  breaksAnswersAfterS: DRAIN_S,
  refuses: true,
  restarts: true,
  isPossible: () => true,
  async inject(server) {
    server.signal('SIGTERM')
    await server.whenEnded()
    await server.start()
  },
}
