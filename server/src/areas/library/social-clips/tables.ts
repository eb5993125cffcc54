import type { LogoCorner, SocialAspect, SocialFit } from '@kinora/contract'
import type { Caption } from '@kinora/media'
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { contents } from '../contents/tables.ts'

/** The request for a social clip, with the captions at that time. */
export interface SocialRecipe {
  readonly aspectRatio: SocialAspect
  readonly fit: SocialFit
  readonly color: string
  readonly headline: string | null
  readonly captions: readonly Caption[]
  readonly logo: { readonly corner: LogoCorner; readonly size: number } | null
}

export const socialClips = pgTable('social_clips', {
  contentId: uuid('content_id')
    .primaryKey()
    .references(() => contents.id, { onDelete: 'cascade' }),
  recipe: jsonb('recipe').notNull().$type<SocialRecipe>(),
})
