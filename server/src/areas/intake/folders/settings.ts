import { isAbsolute, normalize } from 'node:path'
import * as z from 'zod'
import { defineSettings } from '../../../platform/settings.ts'

/** A folder of the server that may be watched. */
export interface WatchRoot {
  readonly path: string
  /** The only organization that may watch it. Null for all. */
  readonly organizationId: string | null
}

const PATTERN = /^(.+?)(?:@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/

const roots = z.string().transform((text, context) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .flatMap((each): WatchRoot | [] => {
      const [, path = '', organizationId = null] = PATTERN.exec(each) ?? []
      if (isAbsolute(path) && normalize(path) === path && path !== '/') return { path, organizationId }
      context.addIssue('Enter absolute folders such as /srv/incoming, or /srv/news@ID for one organization')
      return []
    }),
)

/** A root for one organization inside that of others would be theirs too. */
const separateRoots = roots.refine(
  (all) =>
    !all.some((one) =>
      all.some(
        (other) => one.organizationId !== other.organizationId && `${one.path}/`.startsWith(`${other.path}/`),
      ),
    ),
  'A folder for one organization must not be inside a folder for others',
)

export const watchSettings = defineSettings({
  WATCH_ROOTS: separateRoots
    .default([])
    .describe(
      'Folders of the server that may be watched, separated by commas. Those with `@` and the ID of an organization are for that organization only; others are for all',
    ),
})
