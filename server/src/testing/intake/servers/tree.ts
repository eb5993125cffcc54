import { createHash } from 'node:crypto'

interface TreeFile {
  readonly bytes: Buffer
  readonly modifiedAt: Date
}

/** Files and folders in memory, which a server of a test shows. */
export interface TestTree {
  readonly files: Map<string, TreeFile>
  /** Folders that have no files. */
  readonly folders: Set<string>
  /** Paths of links, which only SFTP has, with where they lead. */
  readonly links: Map<string, string>
  /** Bytes of one file after which the server dies. */
  diesAt: number | null
  /** Transfers by HTTP end after so many bytes, as if they were complete. */
  cutsAt: number | null
  /** The names of all requests, such as `MOVE` or `GetObject`. */
  readonly requests: string[]
  put(path: string, bytes: Buffer): void
  /** Whether there is such a folder. The top is empty. */
  hasFolder(path: string): boolean
  /** Names of a folder, those of folders with `/` at their end. */
  entriesOf(path: string): string[]
}

export function newTree(): TestTree {
  const files = new Map<string, TreeFile>()
  const folders = new Set<string>()
  const below = (path: string) => (path === '' ? '' : `${path}/`)
  let latest = 0
  return {
    files,
    folders,
    links: new Map(),
    diesAt: null,
    cutsAt: null,
    requests: [],
    put(path, bytes) {
      // Servers keep whole seconds, in which a test changes a file more than once.
      latest = Math.max(latest + 1000, Math.floor(Date.now() / 1000) * 1000)
      files.set(path, { bytes, modifiedAt: new Date(latest) })
    },
    hasFolder: (path) =>
      path === '' ||
      folders.has(path) ||
      [...files.keys(), ...folders].some((each) => each.startsWith(below(path))),
    entriesOf(path) {
      const names = [...files.keys(), ...[...folders].map((folder) => `${folder}/`)]
        .filter((each) => each.startsWith(below(path)) && each !== below(path))
        .map((each) => each.slice(below(path).length))
        .map((each) => (each.includes('/') ? `${each.split('/')[0]}/` : each))
      return [...new Set(names)].sort()
    },
  }
}

export function etagOf(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** A path without `/` at its ends. */
export function plainPath(path: string): string {
  return path.replace(/^\/+|\/+$/g, '')
}
