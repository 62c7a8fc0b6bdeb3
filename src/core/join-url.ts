/** A path below a base URL, which may end with slashes. */
export const joinUrl = (base: string, path: string): string => `${base.replace(/\/+$/, '')}/${path}`
