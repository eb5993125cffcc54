import { type Content, summaryLimits, type Thumbnail } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'

interface Summary<Item> {
  readonly items: Item[]
  readonly totalItems: number
}

type StoredImage = Pick<Thumbnail, 'id' | 'kind' | 'time'> & { readonly format: string }

/** The first items of the lists that belong to a content. */
export interface Summaries {
  readonly thumbnails: Summary<StoredImage>
  readonly subtitles: Content['subtitles']
  readonly clips: Content['clips']
}

const empty = { items: [], totalItems: 0 }
export const noSummaries: Summaries = { thumbnails: empty, subtitles: empty, clips: empty }

/** Summaries of several contents by content ID, in one query that reads only the shown items of each list. */
export async function loadSummaries(
  db: Queryable,
  contents: readonly { readonly id: string; readonly environmentId: string }[],
): Promise<Map<string, Summaries>> {
  if (contents.length === 0) return new Map()
  const ids = sql.param(contents.map(({ id }) => id))
  const environmentIds = sql.param(contents.map(({ environmentId }) => environmentId))
  const { rows } = await db.execute<SummaryRow>(sql`
    SELECT content.id AS content_id, part.list, part.item, part.total
    FROM unnest(${ids}::uuid[], ${environmentIds}::uuid[]) AS content (id, environment_id)
    CROSS JOIN LATERAL (${storedImages} UNION ALL ${storedSubtitles} UNION ALL ${storedClips}) AS part
    ORDER BY content.id, part.list, part.nth`)
  return new Map(
    [...Map.groupBy(rows, ({ content_id }) => content_id)].map(([id, ofContent]) => [
      id,
      Object.assign({}, noSummaries, summariesOf(ofContent)),
    ]),
  )
}

interface SummaryRow extends Record<string, unknown> {
  readonly content_id: string
  readonly list: keyof Summaries
  readonly item: unknown
  readonly total: number
}

function summariesOf(rows: readonly SummaryRow[]) {
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ list }) => list)].map(([list, parts]) => [
      list,
      { items: parts.map(({ item }) => item), totalItems: parts[0]?.total ?? 0 },
    ]),
  )
}

const storedImages = sql`
  (SELECT 'thumbnails' AS list, row_number() OVER (ORDER BY id DESC) AS nth, count(*) OVER ()::int AS total,
    jsonb_build_object('id', id, 'kind', kind, 'time', start_s, 'format', format) AS item
  FROM thumbnails WHERE content_id = content.id AND environment_id = content.environment_id
  ORDER BY id DESC LIMIT ${summaryLimits.items})`

/** The published version names the subtitle, otherwise the draft. */
const storedSubtitles = sql`
  (SELECT 'subtitles', subtitle.nth, subtitle.total, jsonb_build_object('id', subtitle.id, 'name', version.name,
    'languageCode', version.language_code, 'status', version.state)
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth, count(*) OVER ()::int AS total FROM subtitles
    WHERE content_id = content.id AND environment_id = content.environment_id
    ORDER BY id LIMIT ${summaryLimits.items}) AS subtitle
  CROSS JOIN LATERAL (SELECT name, language_code, state FROM subtitle_versions
    WHERE subtitle_id = subtitle.id ORDER BY state DESC LIMIT 1) AS version)`

/** A video can have any number of clips, so only some are counted. */
const storedClips = sql`
  (SELECT 'clips', row_number() OVER (ORDER BY created_at DESC, id), count(*) OVER ()::int,
    jsonb_build_object('id', id, 'title', title, 'status', status, 'startTime', clip_start_s, 'endTime', clip_end_s)
  FROM (SELECT * FROM contents
    WHERE clip_of = content.id AND environment_id = content.environment_id AND trashed_at IS NULL
    ORDER BY created_at DESC, id LIMIT ${summaryLimits.counted}) AS clip
  ORDER BY created_at DESC, id LIMIT ${summaryLimits.items})`
