import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../lib/paths.mjs'

const text = readFileSync(inRoot('docs/asvs.md'), 'utf8')
const rows = Array.from(text.matchAll(/^\| V(\d+\.\d+\.\d+) \|(.*)\|$/gm), ([, id = '', rest = '']) => {
  const [level = '', what = '', result = '', why = '', tests = ''] = rest
    .split(' | ')
    .map((cell) => cell.trim())
  return { id, level, what, result, why, tests }
})

it('has each requirement of ASVS 5.0, levels 1 and 2, once and in order', () => {
  const numbers = rows.map(({ id }) => id.split('.').map(Number))
  const inOrder = numbers.toSorted(
    (a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0),
  )
  expect(numbers).toEqual(inOrder)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
})

it('says what passes with a test, and why the rest fails or does not apply', () => {
  const wrong = rows.filter(({ what, result, why, tests }) => {
    if (what === '') return true
    if (result === 'pass') return tests === ''
    if (result === 'pass, by reading') return tests !== ''
    return !/^(?:fail|not applicable)$/.test(result) || why === '' || tests !== ''
  })
  expect(wrong).toEqual([])
  const counted = (result: string) => rows.filter((row) => row.result === result).length
  expect(text).toContain(
    `Pass with a test: ${counted('pass')}. Pass by reading: ${counted('pass, by reading')}. Fail: ${counted('fail')}. Not applicable: ${counted('not applicable')}.`,
  )
})

it('names tests that exist', () => {
  const missing = rows.flatMap(({ id, tests }) =>
    tests.split('<br>').flatMap((named) => {
      if (named === '') return []
      const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(named) ?? []
      const source = existsSync(inRoot(file)) ? readFileSync(inRoot(file), 'utf8') : ''
      return source.replaceAll("\\'", "'").includes(title) && title !== '' ? [] : [`V${id}: ${named}`]
    }),
  )
  expect(missing).toEqual([])
})
