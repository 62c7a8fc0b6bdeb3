import type { Fault } from '../fault.ts'

export const kill: Fault = {
  name: 'kill -9 of the server',
  breaksAnswersAfterS: 0,
  refuses: true,
  restarts: true,
  isPossible: () => true,
  async inject(server) {
    server.signal('SIGKILL')
    await server.whenEnded()
    await server.start()
  },
}
