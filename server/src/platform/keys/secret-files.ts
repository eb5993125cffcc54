import { readFileSync } from 'node:fs'

/** Faults of the file of a secret. */
export type SecretFileFault =
  | 'secret-given-twice'
  | 'secret-file-missing'
  | 'secret-file-unreadable'
  | 'secret-file-empty'

type Variables = Readonly<Record<string, string | undefined>>

/** The variable that names the file with the value of a setting. */
export function fileVariable(name: string): string {
  return `${name}_FILE`
}

/** Reads the secrets that are in files, such as those of Docker, Kubernetes, systemd or the agent of a vault. One newline at
 * the end of a file is no part of the value.
 * @param names settings whose value can be in a file
 * @returns the values by setting, and a line for each file that cannot be used */
export function readSecretFiles(
  names: readonly string[],
  env: Variables,
): { readonly values: Variables; readonly faults: readonly string[] } {
  const values: Record<string, string> = {}
  const faults: string[] = []
  const refuse = (name: string, fault: SecretFileFault, text: string) =>
    faults.push(`${fileVariable(name)}: ${text} (${fault})`)
  for (const name of names) {
    const path = env[fileVariable(name)] ?? ''
    if (path === '') continue
    if ((env[name] ?? '') !== '') {
      refuse(name, 'secret-given-twice', `Set ${name} or ${fileVariable(name)}, not both`)
      continue
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (value === '') refuse(name, 'secret-file-empty', `The file ${path} is empty`)
      else values[name] = value
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
      if (code === 'ENOENT') refuse(name, 'secret-file-missing', `There is no file ${path}`)
      else refuse(name, 'secret-file-unreadable', `The file ${path} cannot be read: ${code}`)
    }
  }
  return { values, faults }
}
