import * as z from 'zod/mini'
import { call } from '../call.ts'
import { page, pageQuery } from '../common.ts'
import { defineFeature } from '../feature.ts'
import type { streamHealth } from '../live/index.ts'
import { path, streams, tile } from './base.ts'
import { type hiddenReasons, tileKinds, tileMotions, tileStatuses, wallLimits } from './values.ts'

const tileSource = z.object({ tile, name: z.string(), status: z.enum(tileStatuses) })
export type WallSource = z.infer<typeof tileSource>

/** State of a tile, in frames of the kind `state`. */
export interface TileState {
  readonly name: string
  readonly status: (typeof tileStatuses)[number]
  /** Source that viewers of a live stream see. */
  readonly source: 'publisher' | 'slate' | null
  /** The latest figures and warnings. Null without a signal. */
  readonly health: z.infer<typeof streamHealth> | null
  /** Figures of a source whose bytes are passed on unread. Null without a signal, and for live streams. */
  readonly signal: TileSignal | null
}

export interface TileSignal {
  readonly kbps: number
  /** Codec of the video. Null if there is none, or it is not known. */
  readonly codec: string | null
  /** Why there are no pictures. Null if there are. */
  readonly hidden: (typeof hiddenReasons)[number] | null
  /** Checks of priority 1 (ETSI TR 101 290) that failed in the last seconds. */
  readonly faults: readonly string[]
}

const viewingCalls = {
  listWallSources: call({
    method: 'GET',
    path: `${path}/sources`,
    summary:
      'List what can be a tile of a wall, those on air first: the live streams of the environment, or its inputs of V-Connect.',
    caller: 'environment',
    right: streams('read'),
    query: z.object({
      ...pageQuery,
      kind: z._default(z.enum(tileKinds), 'livestream'),
      phrase: z.optional(z.string().check(z.maxLength(200))),
    }),
    answer: page(tileSource),
    kind: 'json',
    status: 200,
  }),
  watchWall: call({
    method: 'GET',
    path: `${path}/wall`,
    summary: `Stream pictures, audio levels and the state of up to ${wallLimits.tiles} tiles as binary frames until the client disconnects. A frame has the number of the tile (8 bits), its kind (8 bits: 1 decoder configuration as JSON, 2 keyframe, 3 other picture, 4 audio levels, 5 state as JSON, 6 JPEG, 7 nothing, 8 and 9 the start and the fragments of its audio as fragmented MP4), the time of its picture in ms and the length of its data (32 bits each, big endian), and the data.`,
    caller: 'environment',
    right: streams('read'),
    query: z.object({
      tiles: z.array(tile).check(z.minLength(1), z.maxLength(wallLimits.tiles)),
      motion: z._default(z.enum(tileMotions), 'full'),
    }),
    kind: 'frames',
    status: 200,
    problems: ['too-many-walls'],
    perMinute: 240,
  }),
}

export const viewingFeature = defineFeature({
  calls: viewingCalls,
  problems: {
    'too-many-walls': {
      status: 429,
      title: 'Too many people watch walls of this environment at the moment',
    },
  },
})
