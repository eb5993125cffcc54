import { constants, open, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { flushFolder, missingAsNull } from './durable-files.ts'
import type { Part } from './storage.ts'

/** Records about the parts of an upload, in its folder: a mark for each written part, and the ids of the flushed
 * marks. Written bytes survive the process but not a crash of the machine, so a mark that was not flushed is valid
 * only until the machine stops. */
const markSchema = z.object({
  partNumber: z.int(),
  etag: z.string(),
  size: z.int(),
  /** Changes each time the part is written. */
  id: z.string(),
  bootId: z.string().nullable(),
})
export type PartMark = z.infer<typeof markSchema>

const FLUSHED = 'flushed'
const markName = (partNumber: number) => `part-${partNumber}.json`

export async function beginMarks(folder: string): Promise<void> {
  await writeFile(join(folder, FLUSHED), '')
}

export async function putMark(folder: string, mark: PartMark): Promise<void> {
  await writeFile(join(folder, markName(mark.partNumber)), JSON.stringify(mark))
}

/** Durably: no mark of overwritten bytes may reappear. */
export async function removeMark(folder: string, partNumber: number): Promise<void> {
  if ((await missingAsNull(unlink(join(folder, markName(partNumber))))) !== null) await flushFolder(folder)
}

/** Records the flushed marks. */
export async function confirmMarks(folder: string, ids: readonly string[]): Promise<void> {
  // Never created here: if it is missing, the folder is being removed.
  const handle = await open(join(folder, FLUSHED), constants.O_WRONLY | constants.O_APPEND)
  try {
    await handle.write(ids.map((id) => `${id}\n`).join(''))
  } finally {
    await handle.close()
  }
}

/** The valid parts by number, or null if there is no such upload. */
export async function partsOf(folder: string, bootId: string | null): Promise<Part[] | null> {
  const known = await read(folder)
  if (known === null) return null
  return known.marks
    .filter((mark) => known.flushed.has(mark.id) || (mark.bootId !== null && mark.bootId === bootId))
    .map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
    .sort((a, b) => a.partNumber - b.partNumber)
}

/** After a failed flush, any of its bytes may be lost. */
export async function removeUnflushed(folder: string): Promise<void> {
  const known = await read(folder)
  for (const { id, partNumber } of known?.marks ?? []) {
    if (!known?.flushed.has(id)) await removeMark(folder, partNumber)
  }
}

async function read(folder: string): Promise<{ marks: PartMark[]; flushed: Set<string> } | null> {
  const names = await missingAsNull(readdir(folder))
  const flushed = await missingAsNull(readFile(join(folder, FLUSHED), 'utf8'))
  if (names === null || flushed === null) return null
  const texts = await Promise.all(
    names
      .filter((name) => /^part-\d+\.json$/.test(name))
      .map((name) => missingAsNull(readFile(join(folder, name), 'utf8'))),
  )
  const marks = texts.map((text) => parseMark(text ?? '')).filter((mark) => mark !== null)
  return { marks, flushed: new Set(flushed.split('\n')) }
}

/** Null for an incomplete mark: it is being written, or the machine crashed. */
function parseMark(text: string): PartMark | null {
  try {
    return markSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
