import type { Upload } from '@kinora/contract'
import { audioExtensions, isVideoFileName, videoExtensions } from '@kinora/contract/library/values'

/** Accepted file extensions by the kind of upload. */
const extensions = {
  source: videoExtensions,
  replacement: videoExtensions,
  track: audioExtensions,
} as const satisfies Record<Upload['kind'], readonly string[]>

/** Opens the file chooser. Browsers require a preceding press or key. Never resolves if the user cancels. */
export function chooseFiles(what: 'files' | 'folder'): Promise<File[]> {
  const input = chooserFor('source')
  input.multiple = true
  if (what === 'folder') {
    input.accept = ''
    input.webkitdirectory = true
  }
  return filesOf(input)
}

/** Opens the file chooser for the one file of an upload. */
export async function chooseFile(kind: Upload['kind']): Promise<File | undefined> {
  const [file] = await filesOf(chooserFor(kind))
  return file
}

function chooserFor(kind: Upload['kind']): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = extensions[kind].map((extension) => `.${extension}`).join(',')
  return input
}

function filesOf(input: HTMLInputElement): Promise<File[]> {
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.click()
  })
}

/** Dropped files, including those in dropped folders. Call it during the event. */
export async function droppedFiles({ items }: DataTransfer): Promise<File[]> {
  const dropped = [...items].flatMap((item) => {
    if (item.kind !== 'file') return []
    return [{ entry: item.webkitGetAsEntry(), file: item.getAsFile() }]
  })
  const found = await Promise.all(
    dropped.map(({ entry, file }) => (entry ? filesIn(entry) : file ? [file] : [])),
  )
  return found.flat()
}

/** The accepted video files, and the number of other files. */
export function onlyVideos(files: readonly File[]): { videos: File[]; others: number } {
  const videos = files.filter(({ name, size }) => isVideoFileName(name) && size > 0)
  return { videos, others: files.length - videos.length }
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const inside: File[] = []
  // A reader returns at most 100 entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return inside
    inside.push(...(await Promise.all(some.map(filesIn))).flat())
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
