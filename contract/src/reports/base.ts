import * as z from 'zod/mini'
import { uuid } from '../common.ts'

export const path = '/data/api/v1/:organizationId/reports'

export const reports = (action: 'create' | 'read' | 'update' | 'delete') =>
  ['Analytics', 'Report', action] as const

/** The organization of the environment that the header names. */
export const organizationParams = z.object({ organizationId: uuid })
export const reportParams = z.object({ organizationId: uuid, id: uuid })
export const runParams = z.object({ organizationId: uuid, id: uuid, runId: uuid })
