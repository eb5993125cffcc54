import { isTest } from './sources.mjs'
import { findCalls } from './syntax.mjs'

/** @typedef {import('./sources.mjs').Source} Source */

/** Conditions that contain one of these name the environment. */
const namesEnvironment = /\b(?:environmentId|rowOf|partOf|isVisibleTo)\b/
/** A public address, which finds the video and so its environment. */
const publicAddress = 'playbackIds.id'

/** Conditions that match the rows of an environment by an ID without naming the environment.
 * @param {Source[]} sources
 * @returns {string[]} */
export function bareIds(sources) {
  const files = sources.filter(({ path: file }) => file.startsWith('server/src/areas/') && !isTest(file))
  const tables = files.flatMap(tablesOf)
  const tenantTables = tables.filter(({ isTenant }) => isTenant)
  if (tenantTables.length === 0) return []
  const oneOf = (/** @type {{ name: string }[]} */ some) => some.map(({ name }) => name).join('|')
  const byId = new RegExp(
    `\\beq\\(\\s*((?:${oneOf(tenantTables)})\\.(?:id|contentId|targetId)),(?!\\s*(?:${oneOf(tables)})\\.)`,
    'g',
  )
  return files.flatMap(({ path: file, text }) =>
    findCalls({ path: file, text }, ['and', 'or', 'eq'])
      .filter(({ text: condition }) => !namesEnvironment.test(condition))
      .flatMap(({ line, text: condition }) =>
        Array.from(condition.matchAll(byId), ([, column]) => column)
          .filter((column) => column !== publicAddress)
          .map((column) => `${file}:${line} matches ${column} without the environment`),
      ),
  )
}

/** The tables that a file defines. `isTenant` is true for rows that belong to an environment.
 * @param {Source} source */
function tablesOf({ text }) {
  return Array.from(
    text.matchAll(/export const (\w+) = pgTable\([\s\S]*?\n\}?\)/g),
    ([table, name = '']) => ({
      name,
      isTenant: /\benvironmentId: /.test(table),
    }),
  )
}
