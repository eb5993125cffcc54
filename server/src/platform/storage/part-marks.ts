import { constants, open, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { flushFolder, missingAsNull } from './durable-files.ts'
import type { Part } from './storage.ts'

/**
 * What is known of the parts of an upload, kept in its folder: a mark for each part whose bytes were written, and the
 * ids of marks whose bytes were flushed since. What was written outlives the process but not the machine, so a mark
 * that was not flushed counts only until the machine ends.
 */
const markSchema = z.object({
  partNumber: z.int(),
  etag: z.string(),
  size: z.int(),
  /** Another one each time the part is written. */
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

/** Durably: no mark may come back that stands for bytes which were overwritten. */
export async function removeMark(folder: string, partNumber: number): Promise<void> {
  if ((await missingAsNull(unlink(join(folder, markName(partNumber))))) !== null) await flushFolder(folder)
}

/** Writes down whose bytes are flushed. */
export async function confirmMarks(folder: string, ids: readonly string[]): Promise<void> {
  // Never made anew: where it is missing, the folder is being removed.
  const handle = await open(join(folder, FLUSHED), constants.O_WRONLY | constants.O_APPEND)
  try {
    await handle.write(ids.map((id) => `${id}\n`).join(''))
  } finally {
    await handle.close()
  }
}

/** The parts whose marks count, by number. Null where there is no such upload. */
export async function partsOf(folder: string, bootId: string | null): Promise<Part[] | null> {
  const known = await read(folder)
  if (known === null) return null
  return known.marks
    .filter((mark) => known.flushed.has(mark.id) || (mark.bootId !== null && mark.bootId === bootId))
    .map(({ partNumber, etag, size }) => ({ partNumber, etag, size }))
    .sort((a, b) => a.partNumber - b.partNumber)
}

/** After a flush that failed: nobody can tell which of the bytes that it was for are lost. */
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

/** Null for what is not whole: being written, or all that a crash of the machine has left. */
function parseMark(text: string): PartMark | null {
  try {
    return markSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
