import type { Scene } from '@kinora/contract'
import { groupShots, type Shot } from '@kinora/media'
import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { analysisAudio, type SpanMs } from '../audio/tables.ts'
import { loadTexts } from '../text/texts.ts'
import { transcriptSentences } from '../transcripts/tables.ts'
import { analysisShots, type ShotRow } from './tables.ts'

const ROWS_AT_ONCE = 1000

/** Replaces the shots of a video, grouped into scenes. */
export async function storeShots(
  tx: Transaction,
  content: ContentRef,
  shots: readonly Shot[],
): Promise<void> {
  const { id: contentId, environmentId } = content
  await tx.delete(analysisShots).where(partOf(analysisShots, content))
  const rows = groupShots(shots).flatMap(({ from, to }) => {
    const sceneId = uuidv7()
    return shots.slice(from, to + 1).map(({ startS, endS, restS }, n) => ({
      environmentId,
      contentId,
      number: from + n,
      sceneId,
      startMs: Math.round(startS * 1000),
      endMs: Math.round(endS * 1000),
      restMs: Math.round(restS * 1000),
    }))
  })
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.insert(analysisShots).values(rows.slice(at, at + ROWS_AT_ONCE))
}

/** @param shots in order */
export function scenesOf(shots: readonly ShotRow[]): Scene[] {
  const scenes: { id: string; shots: ShotRow[] }[] = []
  for (const shot of shots) {
    const last = scenes.at(-1)
    if (last?.id === shot.sceneId) last.shots.push(shot)
    else scenes.push({ id: shot.sceneId, shots: [shot] })
  }
  return scenes.map(({ id, shots: own }) => ({
    id,
    start: (own[0]?.startMs ?? 0) / 1000,
    end: (own.at(-1)?.endMs ?? 0) / 1000,
    shots: own.map(({ startMs, endMs, restMs }) => ({
      start: startMs / 1000,
      end: endMs / 1000,
      still: restMs / 1000,
    })),
  }))
}

/** Whether the shots of a video are known. */
export async function hasShots(db: Queryable, content: ContentRef): Promise<boolean> {
  return (await db.$count(analysisShots, partOf(analysisShots, content))) > 0
}

/** A scene with what is said and seen in it. @throws problem not-found */
export async function getScene(db: Queryable, content: ContentRef, sceneId: string) {
  const rows = await db
    .select()
    .from(analysisShots)
    .where(and(partOf(analysisShots, content), eq(analysisShots.sceneId, sceneId)))
    .orderBy(asc(analysisShots.number))
  const [scene] = scenesOf(rows)
  if (scene === undefined) throw problem('not-found')
  const [startMs, endMs] = [scene.start * 1000, scene.end * 1000]
  const said = await db
    .select({ text: transcriptSentences.text })
    .from(transcriptSentences)
    .where(
      and(
        partOf(transcriptSentences, content),
        lt(transcriptSentences.startMs, endMs),
        gt(transcriptSentences.endMs, startMs),
      ),
    )
    .orderBy(asc(transcriptSentences.startMs), asc(transcriptSentences.id))
  const [audio] = await db.select().from(analysisAudio).where(partOf(analysisAudio, content))
  const shareOf = (spans: readonly SpanMs[]) => sharedMs(spans, startMs, endMs) / (endMs - startMs)
  return {
    ...scene,
    speech: said.map(({ text }) => text).join(' '),
    loudness: loudnessIn(audio?.levels ?? [], scene.start, scene.end),
    text: await loadTexts(db, content, { startMs, endMs }),
    speechShare: audio === undefined ? null : shareOf(audio.speech),
    silenceShare: audio === undefined ? null : shareOf(audio.silence),
  }
}

/** Mean level of the seconds of a span. Null if they are not known. */
function loudnessIn(levels: readonly number[], startS: number, endS: number): number | null {
  const own = levels.slice(Math.floor(startS), Math.max(Math.floor(startS) + 1, Math.ceil(endS)))
  if (own.length === 0) return null
  return Math.round((own.reduce((sum, level) => sum + level, 0) / own.length) * 10) / 10
}

function sharedMs(spans: readonly SpanMs[], fromMs: number, toMs: number): number {
  return spans.reduce(
    (sum, [startMs, endMs]) => sum + Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs)),
    0,
  )
}
