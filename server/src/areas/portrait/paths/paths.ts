import type { PortraitPath, PortraitShot, updatePathBody } from '@kinora/contract'
import { type ShotPath, windowOf } from '@kinora/media'
import { and, asc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { PortraitArea } from '../portrait.ts'
import { isShown, lockPortrait } from '../portraits/portraits.ts'
import { type PortraitRef, type PortraitRow, portraits } from '../portraits/tables.ts'
import { portraitShots, type ShotMove, type ShotRow } from './tables.ts'

type ShotChange = z.output<typeof updatePathBody>['shots'][number]

/** How each shot of a portrait is shown. @throws problem not-found, portrait-not-looked */
export async function getPath({ db }: PortraitArea, scope: Scope, id: string): Promise<PortraitPath> {
  const [row] = await db.select().from(portraits).where(isShown(scope, id))
  if (row === undefined) throw problem('not-found')
  return pathView(row, await loadShots(db, row))
}

/** Changes how shots are shown. @throws problem not-found, portrait-not-looked, changed-since, request-invalid */
export async function updatePath(
  { db, clock }: PortraitArea,
  caller: Caller,
  id: string,
  { shots: changes, basedOn }: z.output<typeof updatePathBody>,
): Promise<PortraitPath> {
  return db.transaction(async (tx) => {
    const row = await lockPortrait(tx, caller.scope, id)
    const shots = await loadShots(tx, row)
    pathView(row, shots)
    if (basedOn !== undefined && basedOn !== row.pathVersion) throw problem('changed-since')
    const changed = changes.map((change, n) => changedShot(shots, change, n))
    for (const { portraitId: _, number, ...move } of changed)
      await tx
        .update(portraitShots)
        .set(move)
        .where(and(shotsOf(row), eq(portraitShots.number, number)))
    const pathVersion = row.pathVersion + 1
    await tx.update(portraits).set({ pathVersion }).where(rowOf(portraits, row))
    const audit = {
      action: 'portrait.path.updated' as const,
      after: { shots: changed.map(({ number, mode }) => ({ number: number + 1, mode })) },
    }
    const object = { type: 'portrait', id, name: row.name } as const
    await recordChange(tx, caller, { object, audit }, clock.now())
    return pathView({ ...row, pathVersion }, await loadShots(tx, row))
  })
}

/** Replaces the shots of a portrait by those that were found. */
export async function storeShots(
  tx: Transaction,
  portrait: PortraitRef,
  shots: readonly ShotPath[],
): Promise<void> {
  await tx.delete(portraitShots).where(shotsOf(portrait))
  const rows = shots.map(({ startS, endS, mode, keyframes, halves, text }, number) => {
    const move: ShotMove = { mode, keyframes: keyframes.map(keyframeRow), halves, text }
    const { id: portraitId, environmentId } = portrait
    return {
      environmentId,
      portraitId,
      number,
      startMs: ms(startS),
      endMs: ms(endS),
      ...move,
      suggested: move,
    }
  })
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.insert(portraitShots).values(rows.slice(at, at + ROWS_AT_ONCE))
}

const ROWS_AT_ONCE = 500

/** The shots of a portrait, in order. */
export async function loadShots(db: Queryable, portrait: PortraitRef): Promise<ShotRow[]> {
  return db.select().from(portraitShots).where(shotsOf(portrait)).orderBy(asc(portraitShots.number))
}

/** A shot as it is rendered. */
export function shotPath({ startMs, endMs, mode, keyframes, halves, text }: ShotRow): ShotPath {
  return {
    startS: startMs / 1000,
    endS: endMs / 1000,
    mode,
    keyframes: keyframes.map(([timeMs, middle]) => ({ timeS: timeMs / 1000, middle })),
    halves,
    text,
  }
}

function shotsOf({ id, environmentId }: PortraitRef) {
  return and(eq(portraitShots.portraitId, id), eq(portraitShots.environmentId, environmentId))
}

function changedShot(shots: readonly ShotRow[], { number, ...change }: ShotChange, n: number): ShotRow {
  const shot = shots[number]
  if (shot === undefined) throw wrongShot(`body.shots.${n}.number`, 'There is no such shot')
  const keyframes = change.keyframes.map(({ time, middle }) => keyframeRow({ timeS: time, middle }))
  const isWithin = keyframes.every(([timeMs]) => timeMs >= shot.startMs && timeMs <= shot.endMs)
  if (!isWithin) throw wrongShot(`body.shots.${n}.keyframes`, 'Keyframes must be in their shot')
  const { mode, halves, text = shot.text } = change
  const move = { mode, keyframes, halves, text }
  return { ...shot, ...move, isEdited: !isSame(move, shot.suggested) }
}

function wrongShot(path: string, message: string): Error {
  return problem('request-invalid', { errors: [{ path, message }] })
}

function isSame(one: ShotMove, other: ShotMove): boolean {
  const keyOf = ({ mode, keyframes, halves, text }: ShotMove) =>
    JSON.stringify([
      mode,
      keyframes,
      halves?.map(({ x, y }) => [x, y]),
      text && [text.x, text.y, text.width, text.height],
    ])
  return keyOf(one) === keyOf(other)
}

function pathView({ id, width, height, shape, pathVersion }: PortraitRow, rows: ShotRow[]): PortraitPath {
  if (width === null || height === null || rows.length === 0) throw problem('portrait-not-looked')
  const { axis, share } = windowOf({ width, height }, shape)
  return { portraitId: id, axis, share, version: pathVersion, shots: rows.map(shotView) }
}

function shotView(row: ShotRow): PortraitShot {
  const { number, startMs, endMs, isEdited, suggested } = row
  const times = { number, start: startMs / 1000, end: endMs / 1000 }
  return { ...times, ...moveView(row), isEdited, suggested: moveView(suggested) }
}

function moveView({ mode, keyframes, halves, text = null }: ShotMove) {
  return {
    mode,
    keyframes: keyframes.map(([timeMs, middle]) => ({ time: timeMs / 1000, middle })),
    halves: halves && ([halves[0], halves[1]] satisfies PortraitShot['halves']),
    text,
  }
}

function keyframeRow({ timeS, middle }: { readonly timeS: number; readonly middle: number }) {
  return [ms(timeS), Math.round(middle * 1e5) / 1e5] as const
}

function ms(seconds: number): number {
  return Math.round(seconds * 1000)
}
