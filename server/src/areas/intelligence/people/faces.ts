import type { FaceTrack, KnownPerson } from '@kinora/media'
import { and, desc, eq, ne, notExists, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import type { PictureBox } from '../text/tables.ts'
import { faces, people } from './tables.ts'

const task = tasksOf<typeof import('./group-tasks.ts')>(new URL('./group-tasks.ts', import.meta.url))

/** Faces of known people that new ones are compared with, and those of one person. */
const MOST_KNOWN = 3000
const MOST_A_PERSON = 5
const ROWS_AT_ONCE = 100

/** A face as it was found. */
export interface FoundFace extends FaceTrack {
  readonly atMs: number
  readonly box: PictureBox
  readonly share: number
  readonly picture: Buffer | null
}

/** Locks the people of an environment until the transaction ends. */
export function lockPeople(tx: Transaction, environmentId: string): Promise<void> {
  return takeLock(tx, `people of ${environmentId}`)
}

/** Numbers of the faces that get a picture: the one of each person that is seen most. */
export async function facesWithPicture(
  { workers }: Pick<Intelligence, 'workers'>,
  tracks: readonly FaceTrack[],
): Promise<number[]> {
  const identities = await workers.run(task('group'), { tracks: tracks.map(plainTrack), known: [] })
  const best = new Map<string, number>()
  for (const [n, identity] of identities.entries()) {
    const key = JSON.stringify(identity)
    const other = tracks[best.get(key) ?? -1]
    if (other === undefined || other.weight < (tracks[n]?.weight ?? 0)) best.set(key, n)
  }
  return [...best.values()]
}

/** Replaces the faces of a video. Faces of people who are known in the environment, also from the earlier faces of this
 * video, are theirs. People without a face are deleted. */
export async function storeFaces(
  { workers, clock }: Pick<Intelligence, 'workers' | 'clock'>,
  tx: Transaction,
  content: ContentRef,
  found: readonly FoundFace[],
): Promise<void> {
  const { id: contentId, environmentId } = content
  await lockPeople(tx, environmentId)
  const known = await loadKnown(tx, environmentId)
  const identities = await workers.run(task('group'), { tracks: found.map(plainTrack), known })
  await tx.delete(faces).where(partOf(faces, content))
  const at = clock.now()
  const fresh = new Map<number, string>()
  const rows = found.map((face, n) => {
    const identity = identities[n] ?? { fresh: -1 }
    let personId: string
    if ('known' in identity) personId = identity.known
    else {
      personId = fresh.get(identity.fresh) ?? uuidv7(at.getTime())
      fresh.set(identity.fresh, personId)
    }
    const { startMs, endMs, atMs, box, share, weight, picture } = face
    const embedding = [...face.embedding]
    return {
      id: uuidv7(at.getTime()),
      environmentId,
      contentId,
      personId,
      startMs,
      endMs,
      atMs,
      box,
      share,
      weight,
      embedding,
      picture,
    }
  })
  const added = [...fresh.values()].map((id) => ({ id, environmentId, name: null, createdAt: at }))
  for (let n = 0; n < added.length; n += ROWS_AT_ONCE)
    await tx.insert(people).values(added.slice(n, n + ROWS_AT_ONCE))
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE)
    await tx.insert(faces).values(rows.slice(n, n + ROWS_AT_ONCE))
  await deleteUnseen(tx, environmentId)
}

/** Deletes the faces of a video, and the people who are seen nowhere else. */
export async function deleteFaces(tx: Transaction, content: ContentRef): Promise<void> {
  await lockPeople(tx, content.environmentId)
  await tx.delete(faces).where(partOf(faces, content))
  await deleteUnseen(tx, content.environmentId)
}

/** Deletes people without a face. */
export async function deleteUnseen(tx: Transaction, environmentId: string): Promise<void> {
  const own = and(eq(faces.environmentId, environmentId), eq(faces.personId, people.id))
  const isUnseen = notExists(tx.select({ id: faces.id }).from(faces).where(own))
  await tx.delete(people).where(and(eq(people.environmentId, environmentId), isUnseen))
}

/** The faces of each person that are seen most. */
async function loadKnown(db: Queryable, environmentId: string): Promise<KnownPerson[]> {
  const { personId, embedding, weight } = faces
  const rank = sql<number>`row_number() OVER (PARTITION BY ${personId} ORDER BY ${weight} DESC)`.as('rank')
  const ranked = db
    .select({ personId, embedding, weight, rank })
    .from(faces)
    .where(eq(faces.environmentId, environmentId))
    .as('ranked')
  const rows = await db
    .select({ personId: ranked.personId, embedding: ranked.embedding })
    .from(ranked)
    .where(and(sql`${ranked.rank} <= ${MOST_A_PERSON}`, ne(ranked.weight, 0)))
    .orderBy(desc(ranked.weight))
    .limit(MOST_KNOWN)
  const known = new Map<string, number[][]>()
  for (const row of rows) known.set(row.personId, [...(known.get(row.personId) ?? []), row.embedding])
  return Array.from(known, ([id, embeddings]) => ({ id, embeddings }))
}

/** The fields of a face that a worker needs. */
function plainTrack({ embedding, startMs, endMs, weight }: FaceTrack): FaceTrack {
  return { embedding, startMs, endMs, weight }
}
