import * as z from 'zod/mini'
import { uuid } from '../common.ts'

export const base = '/data/api/v1/:org'

export const alerts = (action: 'create' | 'read' | 'update' | 'delete') =>
  ['Alerts', 'Alert', action] as const

/** The organization of the environment that the header names. */
export const orgParams = z.object({ org: uuid })
export const orgIdParams = z.object({ org: uuid, id: uuid })
