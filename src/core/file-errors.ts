/** What the codes of Node's errors mean for files that the user named. */
export const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'no such file or directory',
  EISDIR: 'is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EEXIST: 'exists already',
}

/** Why a file cannot be used, in a few words: of Node's errors without the code, and of others their message. */
export function fileFault(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return FILE_ERRORS[code] ?? message
}
