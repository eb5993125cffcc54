import { movedFolder } from '@kinora/contract'

/** Longer paths do not fit into an index of the database. */
export const MOST_PATH_BYTES = 2000

/** Whether the files of a folder are looked at. Hidden ones and the folder of moved files are not. */
export function isWatchedFolder(name: string): boolean {
  return !name.startsWith('.') && name !== movedFolder
}

/** Whether a name that a server lists can only mean an entry of the folder that was listed, and nothing else. */
export function isEntryName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\\\p{Cc}\p{Zl}\p{Zp}]/u.test(name) &&
    name.isWellFormed()
  )
}

/** Joins paths. Empty ones count for nothing. */
export function joinPath(...parts: readonly string[]): string {
  const [first = '', ...rest] = parts.filter((part) => part !== '')
  return rest.reduce((path, part) => (path.endsWith('/') ? path + part : `${path}/${part}`), first)
}

/** The folder of a file, empty for the top. */
export function parentOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** The folders of a file, from the top: `a`, `a/b` for `a/b/film.mp4`. */
export function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** Name of a file until it is whole. Watched folders take no hidden files. */
export function partialName(path: string): string {
  return joinPath(parentOf(path), `.${nameOf(path)}.part`)
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path
}
