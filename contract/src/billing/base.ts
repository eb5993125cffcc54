import * as z from 'zod/mini'
import { uuid } from '../common.ts'

export const base = '/billing/api/v1'

export const mayRead = ['Settings', 'Billing', 'read'] as const
export const mayUpdate = ['Settings', 'Billing', 'update'] as const

/** The ID of an organization. */
export const organizationParams = z.object({ id: uuid })

/** A 64-bit integer. Text where numbers of JSON are not exact: beyond 2^53. */
const integer = z.union([z.int(), z.string().check(z.regex(/^-?\d{1,19}$/))])

/** Money in millionths of the unit of its currency. */
export const micros = integer

/** A quantity in the unit of its meter. */
export const quantity = integer

/** Money that a person enters, up to a billion. */
export const enteredMicros = z.int().check(z.minimum(1), z.maximum(1e15))
