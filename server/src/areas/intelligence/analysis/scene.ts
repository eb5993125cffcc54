import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, partOf } from '../../library/index.ts'
import { analysisAudio, type SpanMs } from '../audio/tables.ts'
import { loadSeenPeople } from '../people/seen-people.ts'
import { loadObjects } from '../pictures/objects.ts'
import { scenesOf } from '../scenes/scenes.ts'
import { analysisShots } from '../scenes/tables.ts'
import { loadTexts } from '../text/texts.ts'
import { transcriptSentences } from '../transcripts/tables.ts'

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
    people: await loadSeenPeople(db, content, { startMs, endMs }),
    objects: await loadObjects(db, content, { startMs, endMs }),
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
