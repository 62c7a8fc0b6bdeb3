import { spawn } from 'node:child_process'
import { once } from 'node:events'

const PROGRAMS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Shows a page in the user's browser. False if there is no desktop, as on a server that is reached by SSH, or nothing that
 * opens pages.
 */
export async function openBrowser(
  url: string,
  { env, platform }: { readonly env: NodeJS.ProcessEnv; readonly platform: NodeJS.Platform },
): Promise<boolean> {
  const [program, ...args] = PROGRAMS[platform] ?? []
  const hasDesktop = platform === 'linux' ? env.DISPLAY || env.WAYLAND_DISPLAY : !env.SSH_CONNECTION
  if (program === undefined || !hasDesktop) return false
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, env })
  try {
    await once(child, 'spawn')
  } catch {
    return false
  }
  child.unref() // it may be the browser itself
  return true
}
