// Lets Node run the TypeScript of this repository: `node --import ./scripts/typescript.js FILE.ts`.
import { register } from 'node:module'

process.setSourceMapsEnabled(true)
register('./typescript-hooks.js', import.meta.url)
