/** Millions of bytes, as `326 MB` or `0.5 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
