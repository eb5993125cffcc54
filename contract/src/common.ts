import * as z from 'zod/mini'
import { messages } from './messages.gen.ts'

/** The public key of an environment. It grants nothing. */
export const envKey = z.string().check(z.regex(/^[0-9a-f]{32}$/))
export const uuid = z.uuid()
export const time = z.iso.datetime()
/** More seconds than any video or recording has. */
export const mostSeconds = 1e9

/** The error of a field with its own message for wrong values: missing and empty values are required. */
export function requiredOr(message: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined || input === '' ? messages.required : message,
  }
}

/** Refuses control characters and line breaks, which names cannot show. */
export const oneLine = z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, messages.characters)

/** A name as typed by a person: not empty, one line, no white space at either end. */
export const name = z.string().check(
  z.minLength(1, messages.required),
  z.maxLength(200),
  oneLine,
  z.refine((value) => value.trim() === value, messages.whiteSpace),
)

/** `pageNum` starts at 1; `pageSize` is at most 100. */
export const pageQuery = {
  pageNum: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 12),
}

export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), pageNum: z.number(), pageSize: z.number(), totalItems: z.number() })
}

/** A page of a long list: `cursor` is the `nextCursor` of the previous page, which is null only at the end of the
 * list. If few records match, a page can have fewer items than requested, even none. */
export const cursorQuery = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
}

export function cursorPage<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}

/** Covers all environments of the organization in which the caller has the right. No `environment-id` header is needed
 * then. */
export const acrossOrganization = { organizationId: z.optional(uuid) }

export const idParams = z.object({ id: uuid })
