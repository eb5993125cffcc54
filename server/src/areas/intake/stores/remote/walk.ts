import { type Entry, type FoundFile, StoreFault } from '../file-store.ts'
import { isEntryName, isWatchedFolder, joinPath, MOST_PATH_BYTES } from '../names.ts'
import { ANSWER_MS, MOST_DEPTH, MOST_ENTRIES, MOST_FOLDERS } from './limits.ts'

/** Lists one folder in pages. */
export type ListFolder = (path: string) => AsyncIterable<readonly Entry[]>

/** Lists a folder and those below it, in batches. One that vanishes meanwhile is empty.
 * @throws StoreFault for the folder itself, and too-many */
export async function* walk(list: ListFolder, isRecursive: boolean): AsyncGenerator<readonly FoundFile[]> {
  const folders = ['']
  let [entries, folderCount] = [0, 0]
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for await (const page of unlessGone(list(folder), folder === '')) {
      entries += page.length
      if (entries > MOST_ENTRIES) throw new StoreFault('too-many', 'the folders have too many entries')
      const files: FoundFile[] = []
      for (const { name, facts } of page) {
        const path = joinPath(folder, name)
        if (!isEntryName(name) || Buffer.byteLength(path) > MOST_PATH_BYTES) continue
        if (facts !== null) files.push({ path, ...facts })
        else if (isRecursive && isWatchedFolder(name)) {
          folderCount += 1
          if (folderCount > MOST_FOLDERS || path.split('/').length > MOST_DEPTH)
            throw new StoreFault('too-many', 'there are too many folders')
          folders.push(path)
        }
      }
      yield files
    }
  }
}

async function* unlessGone<T>(pages: AsyncIterable<T>, isTop: boolean): AsyncGenerator<T> {
  try {
    yield* pages
  } catch (error) {
    const isPassed = error instanceof StoreFault && (error.fault === 'missing' || error.fault === 'no-access')
    if (isTop || !isPassed) throw error
  }
}

const BATCH = 1000

/** Joins small pages, so that the database is not asked for each folder. A batch is passed on in time, also an empty one. */
export async function* inBatches(
  pages: AsyncIterable<readonly FoundFile[]>,
): AsyncGenerator<readonly FoundFile[]> {
  let batch: FoundFile[] = []
  let since = performance.now()
  for await (const page of pages) {
    for (const file of page) {
      batch.push(file)
      if (batch.length < BATCH) continue
      yield batch
      batch = []
      since = performance.now()
    }
    if (performance.now() - since < ANSWER_MS) continue
    yield batch
    batch = []
    since = performance.now()
  }
  yield batch
}
