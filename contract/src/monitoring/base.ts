import * as z from 'zod/mini'
import { tileName } from './values.ts'

export const path = '/data/api/v1/monitoring'

/** Tiles show live streams, so they need the rights on these. */
export const streams = (action: 'read' | 'update') => ['Livestreams', 'Livestream', action] as const

/** Kind and ID of a tile, such as `livestream:0197…`. */
export const tile = z.string().check(z.regex(tileName))
