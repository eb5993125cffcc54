import type { AnalysisPart } from '@kinora/contract'
import { jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'

/** Rules for what is looked for in new videos. */
export const analysisRules = pgTable(
  'analysis_rules',
  {
    environmentId: uuid('environment_id').notNull(),
    /** Null for videos of profiles without a rule. */
    encodingProfileId: uuid('encoding_profile_id'),
    parts: jsonb('parts').$type<readonly AnalysisPart[]>().notNull(),
    language: text('language').notNull(),
  },
  (table) => [
    unique('analysis_rules_profile').on(table.environmentId, table.encodingProfileId).nullsNotDistinct(),
  ],
)
