import { expect, it } from 'vitest'
import { codeSources } from './sources.mjs'
import { bareIds } from './tenancy.mjs'

const tables = {
  path: 'server/src/areas/library/contents/tables.ts',
  text: `export const contents = pgTable('contents', {
  id: uuid('id').primaryKey(),
  environmentId: uuid('environment_id').notNull(),
})
export const renditions = pgTable(
  'renditions',
  {
    contentId: uuid('content_id').notNull(),
  },
  (table) => [index('renditions_content').on(table.contentId)],
)`,
}

function found(text: string, path = 'server/src/areas/library/contents/states.ts'): string[] {
  return bareIds([tables, { path, text }])
}

it('matches rows only together with their environment', () => {
  expect(bareIds(codeSources())).toEqual([])
})

it.each([
  'db.select().from(contents).where(eq(contents.id, id))',
  "tx.update(contents).where(and(eq(contents.id, row.id), eq(contents.status, 'ready')))",
  "const isOpen = and(\n  eq(\n    contents.id, id),\n  ne(contents.status, 'failed'),\n)",
])('finds an ID alone in %j', (text) => {
  expect(found(text)).toEqual([
    'server/src/areas/library/contents/states.ts:1 matches contents.id without the environment',
  ])
})

it.each([
  'db.select().from(contents).where(rowOf(contents, ref))',
  'db.select().from(contents).where(and(eq(contents.id, id), eq(contents.environmentId, environmentId)))',
  'and(eq(contents.environmentId, environmentId), or(eq(contents.id, id), eq(contents.externalId, id)))',
  'db.select().from(renditions).innerJoin(contents, eq(contents.id, renditions.contentId))',
  'db.select().from(renditions).where(eq(renditions.contentId, id))',
])('finds nothing in %j', (text) => {
  expect(found(text)).toEqual([])
})

it('leaves out tests', () => {
  const text = 'db.delete(contents).where(eq(contents.id, id))'
  expect(found(text, 'server/src/areas/library/contents/states.test.ts')).toEqual([])
})
