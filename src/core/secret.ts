/** Name of the variable whose value is the file that contains a secret, instead of the secret itself. */
export const fileVariableOf = (variable: string): string => `${variable}_FILE`

/**
 * A secret from the environment: the value of its variable, or the content of the file that `VARIABLE_FILE` names. Empty
 * values count as unset. `readFile` gets the file and the variable that names it. Throws an Error of one line if both are set
 * or the file is empty, and the errors of `readFile`.
 */
export function readSecret(
  variable: string,
  env: Readonly<Record<string, string | undefined>>,
  readFile: (file: string, variable: string) => string,
): string | undefined {
  const value = env[variable]?.trim() || undefined
  const fileVariable = fileVariableOf(variable)
  const file = env[fileVariable]?.trim()
  if (!file) return value
  if (value !== undefined) throw new Error(`${variable} and ${fileVariable} are both set; set one of them`)
  const content = readFile(file, fileVariable).trim()
  if (content === '') throw new Error(`${fileVariable} must be a file that contains the value; it is empty`)
  return content
}
