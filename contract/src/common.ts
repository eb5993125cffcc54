import * as z from 'zod/mini'
import { messages } from './messages.ts'

export const uuid = z.uuid()
export const time = z.iso.datetime()

/** A name as people type it: something in it, no white space at either end. */
export const name = z.string().check(
  z.minLength(1, messages.required),
  z.maxLength(200),
  z.refine((value) => value.trim() === value, messages.whiteSpace),
)

/** `pageNum` from 1 and `pageSize` of at most 100. */
export const pageQuery = {
  pageNum: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 12),
}

export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), pageNum: z.number(), pageSize: z.number(), totalItems: z.number() })
}

/**
 * A page of a long log: `cursor` is the last page's `nextCursor`, which is null at the end and only there. A page can
 * have fewer items than asked for, even none, where few of many records are wanted.
 */
export const cursorQuery = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
}

export function cursorPage<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}

export const idParams = z.object({ id: uuid })
