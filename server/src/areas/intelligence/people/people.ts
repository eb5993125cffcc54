import type { mergePeopleBody, Person, peopleFeature, updatePersonBody } from '@kinora/contract'
import { and, countDistinct, eq, exists, inArray, isNotNull, not, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage } from '../../../platform/database/page.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { isFound } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { lockPeople } from './faces.ts'
import { loadPictures } from './seen-people.ts'
import { faces, type PersonRow, people } from './tables.ts'

type Scope = Caller['scope']
type Action = (typeof peopleFeature.auditActions)[number]
type Query = { readonly pageNum: number; readonly pageSize: number; readonly phrase?: string | undefined }

/** Lists the people who are seen in videos that the caller may see, those with a name first. */
export function listPeople(db: Queryable, scope: Scope, { phrase, ...page }: Query) {
  const where = and(isVisible(db, scope), matchesPhrase(sql`lower(${people.name})`, phrase && fold(phrase)))
  const { name, id } = people
  return loadPage(page, {
    select: db.select().from(people).where(where).orderBy(sql`${name} IS NULL`, sql`lower(${name})`, id),
    total: db.$count(people, where),
    view: (rows) => viewPeople(db, scope, rows),
  })
}

/** Names a person. @throws problem not-found */
export function updatePerson(
  context: Intelligence,
  caller: Caller,
  id: string,
  { name }: z.output<typeof updatePersonBody>,
): Promise<Person> {
  return changePeople(context, caller, [id], async (tx, [row]) => {
    await tx.update(people).set({ name }).where(isPerson(row))
    await record(context, tx, caller, { ...row, name }, 'person.updated', {
      before: { name: row.name },
      after: { name },
    })
    return viewPerson(tx, caller.scope, { ...row, name })
  })
}

/** Makes one person of two: the faces of the other one belong to this one, which keeps its name if it has one.
 * @throws problem not-found */
export function mergePeople(
  context: Intelligence,
  caller: Caller,
  id: string,
  { otherId }: z.output<typeof mergePeopleBody>,
): Promise<Person> {
  return changePeople(context, caller, [id, otherId], async (tx, [row, other]) => {
    if (other === undefined) return viewPerson(tx, caller.scope, row)
    const merged = { ...row, name: row.name ?? other.name }
    await tx.update(people).set({ name: merged.name }).where(isPerson(row))
    await tx.update(faces).set({ personId: row.id }).where(isOf(other))
    await tx.delete(people).where(isPerson(other))
    await record(context, tx, caller, merged, 'person.merged', { after: { other: other.name } })
    return viewPerson(tx, caller.scope, merged)
  })
}

/** Deletes a person with all faces. @throws problem not-found */
export function deletePerson(context: Intelligence, caller: Caller, id: string): Promise<void> {
  return changePeople(context, caller, [id], async (tx, [row]) => {
    await tx.delete(faces).where(isOf(row))
    await tx.delete(people).where(isPerson(row))
    await record(context, tx, caller, row, 'person.deleted', {})
  })
}

/** Changes people under the lock of the environment. The caller must be allowed to see all videos in which they are seen.
 * @throws problem not-found, and forbidden if some of these videos are hidden from the caller */
async function changePeople<T>(
  { db }: Intelligence,
  caller: Caller,
  ids: readonly string[],
  change: (tx: Transaction, rows: [PersonRow, ...PersonRow[]]) => Promise<T>,
): Promise<T> {
  const { scope } = caller
  return db.transaction(async (tx) => {
    await lockPeople(tx, scope.environmentId)
    const found = await tx
      .select()
      .from(people)
      .where(and(inArray(people.id, [...ids]), isVisible(tx, scope)))
    const rows = [...new Set(ids)].map((id) => {
      const row = found.find((each) => each.id === id)
      if (row === undefined) throw problem('not-found')
      return row
    })
    const [first, ...others] = rows
    if (first === undefined) throw problem('not-found')
    await assertAllVisible(tx, scope, rows)
    return change(tx, [first, ...others])
  })
}

/** @throws problem forbidden if one of the people is also seen in a video that is hidden from the caller */
async function assertAllVisible(tx: Transaction, scope: Scope, rows: readonly PersonRow[]): Promise<void> {
  if (scope.filter === null) return
  const isHidden = and(
    eq(faces.environmentId, scope.environmentId),
    inArray(
      faces.personId,
      rows.map(({ id }) => id),
    ),
    not(isFound(scope, {}, faces.contentId)),
  )
  const hidden = await tx.select({ id: faces.id }).from(faces).where(isHidden).limit(1)
  if (hidden.length > 0)
    throw problem('forbidden', { detail: 'This person is also seen in videos that your role hides' })
}

const isPerson = ({ id, environmentId }: PersonRow) =>
  and(eq(people.id, id), eq(people.environmentId, environmentId))
const isOf = ({ id, environmentId }: PersonRow) =>
  and(eq(faces.personId, id), eq(faces.environmentId, environmentId))

/** Condition: a person of the environment is seen in a video that the caller may see. */
function isVisible(db: Queryable, scope: Scope) {
  const { environmentId } = scope
  const own = and(eq(faces.environmentId, environmentId), eq(faces.personId, people.id))
  const seen = db
    .select({ id: faces.id })
    .from(faces)
    .where(and(own, isFound(scope, {}, faces.contentId)))
  return and(eq(people.environmentId, environmentId), exists(seen))
}

async function viewPerson(db: Queryable, scope: Scope, row: PersonRow): Promise<Person> {
  const [view] = await viewPeople(db, scope, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewPeople(db: Queryable, scope: Scope, rows: readonly PersonRow[]): Promise<Person[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const { environmentId } = scope
  const isShown = isFound(scope, {}, faces.contentId)
  const [pictures, counts] = await Promise.all([
    loadPictures(db, environmentId, ids, isShown),
    db
      .select({ id: faces.personId, videos: countDistinct(faces.contentId) })
      .from(faces)
      .where(and(eq(faces.environmentId, environmentId), inArray(faces.personId, ids), isShown))
      .groupBy(faces.personId),
  ])
  const videosOf = new Map(counts.map(({ id, videos }) => [id, videos]))
  return rows.map(({ id, name }) => ({
    id,
    name,
    picture: pictures.get(id) ?? null,
    videos: videosOf.get(id) ?? 0,
  }))
}

/** People of an environment with a name. */
export function loadNamed(db: Queryable, environmentId: string, limit: number) {
  const { id, name } = people
  return db
    .select({ id, name: sql<string>`${name}` })
    .from(people)
    .where(and(eq(people.environmentId, environmentId), isNotNull(name)))
    .limit(limit)
}

async function record(
  { clock }: Intelligence,
  tx: Transaction,
  caller: Caller,
  { id, environmentId, name }: PersonRow,
  action: Action,
  values: { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> },
): Promise<void> {
  const object = { type: 'person', id, name: name ?? '' } as const
  await recordChange(tx, caller, { environmentId, object, audit: { action, ...values } }, clock.now())
}
