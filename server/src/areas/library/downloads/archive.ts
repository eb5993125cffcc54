import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import type { ContentRow } from '../contents/content-view.ts'
import { partOf } from '../contents/part-of.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { subtitleTask } from '../subtitles/subtitle-task.ts'
import { subtitles, subtitleVersions } from '../subtitles/tables.ts'
import { type ArchiveTicket, archiveName, listArchivable } from './download-links.ts'
import { originalName, safeFileName, uniqueNames } from './file-names.ts'

export interface Archive {
  readonly fileName: string
  /** Size in bytes. Nothing is compressed, because videos already are. */
  readonly size: number
  /** Reads the files one by one while the archive is read. */
  open(): Readable
}

interface Entry {
  readonly name: string
  readonly size: number
  readonly changedAt: Date
  open(): Promise<Readable | null>
}

/** The archive of a link, with the videos that still exist; null if none does. */
export async function openArchive(library: Library, ticket: ArchiveTicket): Promise<Archive | null> {
  const rows = await listArchivable(library.db, ticket.environmentId, ticket.contentIds)
  const entries: Entry[] = []
  for (const row of rows) {
    const original = await originalEntry(library, row)
    if (original === null) continue
    entries.push(original, ...(ticket.subtitles ? await subtitleEntries(library, row) : []))
  }
  const [first] = rows
  if (first === undefined || entries.length === 0) return null
  const names = uniqueNames(entries.map(({ name }) => name))
  const named = entries.map((entry, n) => ({ ...entry, name: names[n] ?? entry.name }))
  return {
    fileName: archiveName(first, rows.length),
    size: await sizeOfZip(named),
    open: () => zipOf(named),
  }
}

async function originalEntry({ storage }: Library, row: ContentRow): Promise<Entry | null> {
  const key = sourceKey(row.id, row.sourceId)
  const stored = await storage.head(key)
  if (stored === null) return null
  const { title, fileName, createdAt } = row
  const name = originalName({ title: safeFileName(title), fileName })
  return { name, size: stored.size, changedAt: createdAt, open: () => storage.stream(key) }
}

async function subtitleEntries(library: Library, content: ContentRow): Promise<Entry[]> {
  const versions = await library.db
    .select({
      id: subtitleVersions.id,
      languageCode: subtitleVersions.languageCode,
      updatedAt: subtitleVersions.updatedAt,
    })
    .from(subtitleVersions)
    .innerJoin(subtitles, eq(subtitles.id, subtitleVersions.subtitleId))
    .where(and(partOf(subtitles, content), eq(subtitleVersions.state, 'published')))
    .orderBy(subtitles.id)
  const entries: Entry[] = []
  for (const version of versions) {
    const text = await readSubtitle(library, version.id)
    if (text === null) continue
    entries.push({
      name: `${safeFileName(content.title)}.${version.languageCode}.vtt`,
      size: text.length,
      changedAt: version.updatedAt,
      open: async () => {
        // Loaded again, so that an archive of many videos needs little memory.
        const body = await readSubtitle(library, version.id)
        return body && Readable.from([body])
      },
    })
  }
  return entries
}

async function readSubtitle({ db, workers }: Library, versionId: string): Promise<Buffer | null> {
  const [track] = await db.select().from(subtitleVersions).where(eq(subtitleVersions.id, versionId))
  if (track === undefined) return null
  return Buffer.from(await workers.run(subtitleTask('writeSubtitleFile'), { track, format: 'vtt' }))
}

function sizeOfZip(entries: readonly Entry[]): Promise<number> {
  const zip = new ZipFile()
  for (const { name, size, changedAt } of entries)
    zip.addReadStreamLazy(name, { size, mtime: changedAt, compress: false }, () => undefined)
  const options = { forceZip64Format: false, comment: '' }
  return new Promise((resolve) => zip.end(options, (...sizes: number[]) => resolve(sizes[0] ?? 0)))
}

function zipOf(entries: readonly Entry[]): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  let reading: Readable | null = null
  const failed = (error: Error) => output.destroy(error)
  zip.on('error', failed)
  for (const { name, size, changedAt, open } of entries)
    zip.addReadStreamLazy(name, { size, mtime: changedAt, compress: false }, (start) => {
      open().then((stream) => {
        if (stream === null) return failed(new Error(`${name} is gone`))
        if (output.destroyed) return void stream.destroy()
        reading = stream
        stream.on('error', failed)
        start(null, stream)
      }, failed)
    })
  output.on('close', () => reading?.destroy())
  zip.end()
  return output
}
