// jambonz: the web hook of an application that greets callers with a voice of Hoarfrost.
//
// Needs Node 20 or later, and a custom speech vendor named hoarfrost in jambonz. The web hook is POST http://HOST:3000/:
//
//     node jambonz-app.mjs

import { createServer } from 'node:http'

const VOICE = 'luna'
const GREETING = 'Hello! I am your agent, and this is my voice. What can I do for you?'
const PORT = Number(process.env.PORT ?? 3000)

const synthesizer = { vendor: 'custom:hoarfrost', language: 'en-US', voice: VOICE }
const verbs = [{ verb: 'answer' }, { verb: 'say', text: GREETING, synthesizer }, { verb: 'hangup' }]

const server = createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json').end(JSON.stringify(verbs))
})
server.listen(PORT, () => console.log(`listening on port ${server.address().port}`))
