import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The page is served below /dashboard, each time with a fresh nonce in the place of the placeholder.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // `data:` URLs are not allowed as scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENSES.md' },
  },
})
