import type { EventType } from '@kinora/contract'
import { and, between, desc, eq, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { OutboxEvent } from '../../../platform/events/outbox.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import type { Platform } from '../../../platform/platform.ts'
import { videosAmong } from '../../library/index.ts'
import { streamNames } from '../../live/index.ts'
import { chartAnnotations } from './tables.ts'

type Row = typeof chartAnnotations.$inferSelect
/** The object and time of an event. */
type Subject = Pick<Row, 'environmentId' | 'objectId' | 'category' | 'at'>

/** Annotations are kept for the longest range of charts. */
const KEPT_S = 2 * 366 * 86_400
/** Repeated incidents within this time share an annotation. */
const AGAIN_S = 60

type Marking = (tx: Transaction, subject: Subject, event: OutboxEvent['event']) => Promise<void>

const videoMarkings: Partial<Record<EventType, Marking>> = {
  'video.asset.ready': markAs('published'),
  'video.asset.errored': markAs('video-failed'),
  'video.asset.rendition.errored': markAs('rendition-failed'),
}
const liveMarkings: Partial<Record<EventType, Marking>> = {
  'video.live_stream.active': markActive,
  'video.live_stream.reconnecting': markLoss,
  'video.live_stream.failover': markAs('backup-took-over'),
  'video.live_stream.idle': markEnd,
  'video.live_stream.disabled': markEnd,
}
const deletions: readonly EventType[] = ['video.asset.deleted', 'video.live_stream.deleted']

/** Records annotations of existing objects from events. */
export const annotationsOfEvents: Subscription = {
  name: 'analytics.annotations',
  types: [...Object.keys(videoMarkings), ...Object.keys(liveMarkings), ...deletions] as EventType[],
  async handle(tx, { environmentId, event }) {
    const objectId = event.object.id
    const category = event.object.type === 'live_stream' ? 'live' : 'video'
    const subject = { environmentId, objectId, category, at: new Date(event.createdAt) } as const
    if (deletions.includes(event.type)) await tx.delete(chartAnnotations).where(isOf(subject))
    const mark = (category === 'live' ? liveMarkings : videoMarkings)[event.type]
    if (mark === undefined) return
    const existing = await (category === 'live' ? streamNames : videosAmong)(tx, environmentId, [objectId])
    if (existing.has(objectId)) await mark(tx, subject, event)
  },
}

/** Deletes annotations that are older than any chart. */
export async function deleteOldAnnotations({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db.delete(chartAnnotations).where(lt(chartAnnotations.at, addSeconds(clock.now(), -KEPT_S)))
}

function markAs(reason: Row['reason']): Marking {
  return (tx, subject) => markOnce(tx, subject, reason)
}

/** Marks that the stream went live, or the end of a lost signal if it was live before. */
async function markActive(tx: Transaction, subject: Subject, event: OutboxEvent['event']): Promise<void> {
  if (event.data.activeSince === event.createdAt) return markOnce(tx, subject, 'went-live')
  await tx.update(chartAnnotations).set({ until: subject.at }).where(isLost(subject))
}

/** Marks a lost signal. If it was lost shortly before, the earlier incident continues. */
async function markLoss(tx: Transaction, subject: Subject): Promise<void> {
  // The same event, which may be marked as an end by now, or an earlier loss.
  const isSame = and(isOf(subject), eq(chartAnnotations.at, subject.at))
  if ((await tx.$count(chartAnnotations, or(isSame, isLost(subject)))) > 0) return
  const hasReturned = and(isAbout(subject, 'signal-lost'), lt(chartAnnotations.until, subject.at))
  const reopened = await tx.update(chartAnnotations).set({ until: null }).where(hasReturned).returning()
  if (reopened.length === 0) await markOnce(tx, subject, 'signal-lost')
}

/** Marks that the stream went off air: when the signal was lost, or now. */
async function markEnd(tx: Transaction, subject: Subject): Promise<void> {
  const ended = { reason: 'went-off-air' } as const
  const since = await tx.update(chartAnnotations).set(ended).where(isLost(subject)).returning()
  if (since.length > 0) return
  const { reason, at } = chartAnnotations
  const [last] = await tx
    .select({ reason })
    .from(chartAnnotations)
    .where(and(isOf(subject), inArray(reason, ['went-live', 'went-off-air']), lte(at, subject.at)))
    .orderBy(desc(at))
    .limit(1)
  if (last?.reason === 'went-live') await markOnce(tx, subject, ended.reason)
}

/** Adds an annotation unless there is one for the same incident. */
async function markOnce(tx: Transaction, subject: Subject, reason: Row['reason']): Promise<void> {
  if ((await tx.$count(chartAnnotations, isAbout(subject, reason))) > 0) return
  await tx.insert(chartAnnotations).values({ ...subject, reason })
}

/** Matches annotations of the same reason at about the same time. */
function isAbout(subject: Subject, reason: Row['reason']): SQL | undefined {
  const { at } = subject
  const isNear = between(chartAnnotations.at, addSeconds(at, -AGAIN_S), addSeconds(at, AGAIN_S))
  return and(isOf(subject), eq(chartAnnotations.reason, reason), isNear)
}

/** Matches an earlier signal loss that has not ended. */
function isLost(subject: Subject): SQL | undefined {
  const { reason, until, at } = chartAnnotations
  return and(isOf(subject), eq(reason, 'signal-lost'), isNull(until), lt(at, subject.at))
}

function isOf({ environmentId, objectId }: Subject): SQL | undefined {
  return and(eq(chartAnnotations.environmentId, environmentId), eq(chartAnnotations.objectId, objectId))
}
