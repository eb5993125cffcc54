import * as z from 'zod/mini'
import { dimensions, metricIds, shapeParameters } from './values.ts'

export const noteCodes = ['parameter-unused', 'dimension-missing'] as const

/** A query parameter without the usual effect. With `parameter-unused` the call has no use for it, and the answer is the same
 * without it. With `dimension-missing` the metrics lack the dimension: as a condition it selects nothing, and there are no
 * groups or series by it. */
const note = z.object({
  code: z.enum(noteCodes),
  parameter: z.enum([...shapeParameters, ...dimensions, 'missing']),
  /** The metrics that lack the dimension. */
  metrics: z.optional(z.array(z.enum(metricIds))),
})
export type Note = z.infer<typeof note>

/** Only if a parameter is without the usual effect. */
export const notes = z.optional(z.array(note))
