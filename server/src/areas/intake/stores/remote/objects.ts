import { type Entry, type FileFacts, type FoundFile, StoreFault } from '../file-store.ts'
import { isEntryName, isWatchedFolder, MOST_PATH_BYTES } from '../names.ts'
import { MOST_ENTRIES } from './limits.ts'

/** Sorts behind all names. */
const LAST = '\u{10FFFF}'

/** The start of a page of objects: behind the page before, and behind a name. */
export interface PageStart {
  readonly token?: string
  readonly after?: string
}

/** A page of the objects of a bucket, in the order of their names. */
export interface ObjectPage {
  readonly objects: readonly { readonly name: string; readonly facts: FileFacts }[]
  /** Prefixes that the page has in place of the objects below them. */
  readonly folders: readonly string[]
  /** Token of the next page. Null if it is the last one. */
  readonly next: string | null
}

export type LoadPage = (start: PageStart) => Promise<ObjectPage>

/** Lists the objects and folders directly below a prefix, in pages of the service. */
export async function* listEntries(prefix: string, loadPage: LoadPage): AsyncGenerator<readonly Entry[]> {
  let start: PageStart | null = {}
  while (start !== null) {
    const { objects, folders, next }: ObjectPage = await loadPage(start)
    const names = folders.map((name) => name.slice(prefix.length).replace(/\/$/, ''))
    yield [
      ...names.map((name) => ({ name, facts: null })),
      ...objects.map(({ name, facts }) => ({ name: name.slice(prefix.length), facts })),
    ]
    start = next === null ? null : { token: next }
  }
}

/** Lists the objects below a prefix, in pages of the service. @throws StoreFault too-many */
export async function* listObjects(prefix: string, loadPage: LoadPage): AsyncGenerator<readonly FoundFile[]> {
  let start: PageStart | null = {}
  let entries = 0
  while (start !== null) {
    const { objects, folders, next }: ObjectPage = await loadPage(start)
    entries += objects.length + folders.length
    if (entries > MOST_ENTRIES) throw new StoreFault('too-many', 'the bucket has too many objects')
    yield objects.flatMap(({ name, facts }): FoundFile | [] => {
      const path = name.slice(prefix.length)
      return isWatchedPath(path) ? { path, ...facts } : []
    })
    if (next === null) return
    const passed = leftOutFolder((objects.at(-1)?.name ?? '').slice(prefix.length))
    // The rest of a folder of moved files is passed over.
    start = passed === null ? { ...start, token: next } : { after: `${prefix}${passed}/${LAST}` }
  }
}

/** Objects whose names are no paths, such as `a//b` or `../a`, are left out. */
function isWatchedPath(path: string): boolean {
  return (
    Buffer.byteLength(path) <= MOST_PATH_BYTES &&
    path.split('/').every(isEntryName) &&
    leftOutFolder(path) === null
  )
}

/** The folder of a path that is not watched, with those above it. Null if all are. */
function leftOutFolder(path: string): string | null {
  const folders = path.split('/').slice(0, -1)
  const index = folders.findIndex((name) => !isWatchedFolder(name))
  return index < 0 ? null : folders.slice(0, index + 1).join('/')
}
