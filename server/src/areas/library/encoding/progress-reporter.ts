import { eq } from 'drizzle-orm'
import type { ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'

const EVERY_MS = 1000

/** Writes down how far the work on a content is, 0 to 1, and tells the console; at most once a second. */
export function progressTeller(
  { db, bus, log }: Pick<Library, 'db' | 'bus' | 'log'>,
  { id: contentId, environmentId }: Pick<ContentRow, 'id' | 'environmentId'>,
): (progress: number) => void {
  return nowAndThen(log, { contentId }, (progress) =>
    Promise.all([
      db.update(contents).set({ progress }).where(eq(contents.id, contentId)),
      bus.publish('progress', `${environmentId} ${JSON.stringify({ contentId, progress })}`),
    ]),
  )
}

/** Tells at most once a second. Progress that could not be told stops no work. */
export function nowAndThen(
  log: Library['log'],
  about: Readonly<Record<string, string>>,
  tell: (progress: number) => Promise<unknown>,
): (progress: number) => void {
  let toldAt = 0
  return (progress) => {
    const now = performance.now()
    if (now - toldAt < EVERY_MS) return
    toldAt = now
    tell(progress).catch((err: unknown) => log.warn({ err, ...about }, 'progress was not told'))
  }
}
